# embed_migrations(OUT): writes a source that holds record/migrations/*.sql in
# order and answers heed::record::migrations().
function(embed_migrations out)
  file(GLOB files CONFIGURE_DEPENDS
       "${CMAKE_CURRENT_SOURCE_DIR}/record/migrations/*.sql")
  list(SORT files)
  set(rows "")
  foreach(file IN LISTS files)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    file(READ "${file}" text)
    string(APPEND rows "      R\"sql(${text})sql\",\n")
  endforeach()
  set(source "${CMAKE_CURRENT_BINARY_DIR}/migrations.cc")
  set(content
"// Made by CMake from harness/record/migrations.
#include \"harness/record/migrations.h\"

#include <array>

namespace heed::record {

std::span<const std::string_view> migrations() {
  static constexpr auto kMigrations = std::to_array<std::string_view>({
${rows}  });
  return kMigrations;
}

}  // namespace heed::record
")
  file(CONFIGURE OUTPUT "${source}" CONTENT "@content@" @ONLY)
  set(${out} "${source}" PARENT_SCOPE)
endfunction()
