# embed_schemas(OUT): writes a source that holds every schema of schemas/ as
# text and answers heed::pipeline::schema_text().
function(embed_schemas out)
  file(GLOB schemas CONFIGURE_DEPENDS
       "${CMAKE_CURRENT_SOURCE_DIR}/schemas/*.schema.json")
  set(rows "")
  foreach(schema IN LISTS schemas)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${schema}")
    get_filename_component(name "${schema}" NAME)
    string(REGEX REPLACE "\\.schema\\.json$" "" name "${name}")
    file(READ "${schema}" text)
    string(APPEND rows "    {\"${name}\", R\"schema(${text})schema\"},\n")
  endforeach()
  set(source "${CMAKE_CURRENT_BINARY_DIR}/schemas.cc")
  set(content
"// Made by CMake from harness/schemas.
#include \"harness/pipeline/schemas.h\"

#include <array>
#include <utility>

namespace heed::pipeline {

std::string_view schema_text(std::string_view name) {
  static constexpr auto kSchemas =
      std::to_array<std::pair<std::string_view, std::string_view>>({
${rows}  });
  for (const auto& [schema, text] : kSchemas) {
    if (schema == name) {
      return text;
    }
  }
  return {};
}

}  // namespace heed::pipeline
")
  file(CONFIGURE OUTPUT "${source}" CONTENT "@content@" @ONLY)
  set(${out} "${source}" PARENT_SCOPE)
endfunction()
