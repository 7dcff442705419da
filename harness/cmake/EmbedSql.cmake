# Writes a C++ source that holds FOLDER/NNN_*.sql, in order, as the table of
# record/migrations.h: a new migration is one file and nothing else.
function(embed_migrations folder output)
  file(GLOB files CONFIGURE_DEPENDS "${folder}/[0-9][0-9][0-9]_*.sql")
  list(SORT files)
  set(rows "")
  set(expected 1)
  foreach(file IN LISTS files)
    get_filename_component(name "${file}" NAME_WE)
    string(SUBSTRING "${name}" 0 3 digits)
    math(EXPR number "1${digits} - 1000")
    if(NOT number EQUAL expected)
      message(FATAL_ERROR
        "migration ${name} has number ${number}, but ${expected} is next")
    endif()
    math(EXPR expected "${expected} + 1")
    file(READ "${file}" text)
    string(APPEND rows
      "    Migration{${number}, \"${name}\", R\"sql(${text})sql\"},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  endforeach()
  file(CONFIGURE OUTPUT "${output}" CONTENT
"// Made by CMake from @folder@.
#include <array>

#include \"harness/record/migrations.h\"

namespace heed::record {
namespace {

constexpr std::array kMigrations = {
@rows@};

}  // namespace

std::span<const Migration> migrations() { return kMigrations; }

}  // namespace heed::record
" @ONLY)
endfunction()
