# The ordered table of init functions, as the linker makes it in a kernel.
#
#   crypto_initcall(NAME module LIBRARY target INIT function LEVEL level
#                   IMAGES image… [ALIASES name…] [ORDER n]
#                   [SELFTESTS constant] [TESTS_ITSELF] [NOT_UNDER_TEST])
#     Declares a module, in the CMakeLists of its own folder and after its
#     module_settings(). INIT is a function of namespace crypto,
#     `tl::expected<void, Errno> INIT(const ModuleContext&)`; LEVEL is arch,
#     subsys, module or late. ALIASES are the algorithm, driver and template
#     names it provides. Within a level ORDER decides (default 50), then the
#     order of declaration. SELFTESTS is the constant of namespace
#     crypto, `std::span<const AlgTest>`, that has its tests; it is there only
#     where they are compiled. TESTS_ITSELF: it has neither
#     algorithms nor templates, its init is what is tested. NOT_UNDER_TEST:
#     it has no settings of its own. Where LIBRARY is a MODULE library, the
#     module is loadable: its file comes into the folder `modules` beside the
#     executables, with its row in it.
#   crypto_image(NAME image [LOOKUPS name…] [SCRIPT function LIBRARY target])
#     Declares an image, with the names looked up once it has booted, and with
#     a function of namespace crypto, `void SCRIPT(Boot&)`, called after that.
#   crypto_init_table(TARGET)
#     A library that defines crypto::init_table() and links every module
#     declared in the project, also those declared after this call: it is
#     written when the top-level folder has been read.
include_guard(GLOBAL)

function(crypto_initcall)
  set(levels arch subsys module late)
  cmake_parse_arguments(PARSE_ARGV 0 arg "TESTS_ITSELF;NOT_UNDER_TEST"
    "NAME;LIBRARY;INIT;LEVEL;ORDER;SELFTESTS" "ALIASES;IMAGES")
  list(FIND levels "${arg_LEVEL}" level)
  if(level LESS 0)
    message(FATAL_ERROR "${arg_NAME}: no such initcall level: ${arg_LEVEL}")
  endif()
  if(NOT DEFINED arg_ORDER)
    set(arg_ORDER 50)
  endif()
  get_property(modules GLOBAL PROPERTY CRYPTO_MODULES)
  list(LENGTH modules index)
  # A key that sorts as the table is ordered.
  math(EXPR order "1000 + ${arg_ORDER}")
  math(EXPR index "1000 + ${index}")
  set_property(GLOBAL APPEND PROPERTY CRYPTO_MODULES
               "${level}-${order}-${index}-${arg_NAME}")
  heed_effective(disabled "${arg_NAME}" DISABLE_TESTS)
  set(compiled true)
  if(disabled STREQUAL "ON")
    set(compiled false)
    set(arg_SELFTESTS "")
  endif()
  string(TOUPPER "${arg_NAME}" upper)
  set(override inherit)
  if(DEFINED ${upper}_DISABLE_TESTS)
    set(override "${${upper}_DISABLE_TESTS}")
  endif()
  get_target_property(type "${arg_LIBRARY}" TYPE)
  if(type STREQUAL "MODULE_LIBRARY")
    # The table has the file, the file has the functions.
    _crypto_row("${arg_NAME}" "${arg_INIT}" "${arg_LEVEL}" "${arg_ALIASES}"
                "${arg_IMAGES}" "${compiled}" "${override}" "${arg_SELFTESTS}"
                "${arg_TESTS_ITSELF}" "${arg_NOT_UNDER_TEST}" "")
    _crypto_module_source("${arg_NAME}" "${arg_LIBRARY}")
    set_property(GLOBAL APPEND PROPERTY CRYPTO_LOADABLE "${arg_LIBRARY}")
    _crypto_row("${arg_NAME}" "${arg_INIT}" "${arg_LEVEL}" "${arg_ALIASES}"
                "${arg_IMAGES}" "${compiled}" "${override}" ""
                "${arg_TESTS_ITSELF}" "${arg_NOT_UNDER_TEST}"
                "${arg_NAME}.so")
  else()
    set_property(GLOBAL APPEND PROPERTY CRYPTO_LIBRARIES "${arg_LIBRARY}")
    _crypto_row("${arg_NAME}" "${arg_INIT}" "${arg_LEVEL}" "${arg_ALIASES}"
                "${arg_IMAGES}" "${compiled}" "${override}" "${arg_SELFTESTS}"
                "${arg_TESTS_ITSELF}" "${arg_NOT_UNDER_TEST}" "")
  endif()
endfunction()

# Gives a loadable module its own row, by the name that the loader looks for.
function(_crypto_module_source name library)
  get_property(declarations GLOBAL PROPERTY CRYPTO_DECLARATIONS_${name})
  get_property(row GLOBAL PROPERTY CRYPTO_ROW_${name})
  file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/heed/${name}/module_row.cc" CONTENT
"// The row of @name@ in its own file, made by CMake.
#include \"crypto/boot.h\"

namespace crypto {

@declarations@
namespace {

constexpr ModuleInfo kRows[] = {
@row@};

}  // namespace

extern \"C\" const ModuleInfo& crypto_module_row();
const ModuleInfo& crypto_module_row() { return kRows[0]; }

}  // namespace crypto
" @ONLY)
  target_sources(${library} PRIVATE
                 "${CMAKE_BINARY_DIR}/heed/${name}/module_row.cc")
  set_target_properties(${library} PROPERTIES
    PREFIX "" OUTPUT_NAME "${name}"
    LIBRARY_OUTPUT_DIRECTORY "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/modules")
endfunction()

# Keeps the module's declarations and its row as C++ text.
function(_crypto_row name init level aliases images compiled override
         selftests tests_itself not_under_test file)
  set(declarations "")
  set(row "    {.name = \"${name}\",\n     .init_name = \"${init}\",\n")
  if(file)
    string(APPEND row "     .file = \"${file}\",\n")
  else()
    string(APPEND declarations
           "tl::expected<void, Errno> ${init}(const ModuleContext&);\n")
    string(APPEND row "     .init = ${init},\n")
  endif()
  string(APPEND row "     .level = Level::${level},\n")
  foreach(list IN ITEMS aliases images)
    if(${list})
      _crypto_strings(text "${${list}}")
      set(variable "k_${name}_${list}")
      string(APPEND declarations
             "constexpr std::string_view ${variable}[] = {${text}};\n")
      string(APPEND row "     .${list} = ${variable},\n")
    endif()
  endforeach()
  string(APPEND row "     .selftests_compiled = ${compiled},\n"
                    "     .disable_tests_override = \"${override}\",\n")
  if(selftests)
    string(APPEND declarations
           "extern const std::span<const AlgTest> ${selftests};\n")
    string(APPEND row "     .selftests = &${selftests},\n")
  endif()
  if(tests_itself)
    string(APPEND row "     .tests_itself = true,\n")
  endif()
  if(not_under_test)
    string(APPEND row "     .is_under_test = false,\n")
  endif()
  string(APPEND row "    },\n")
  set_property(GLOBAL PROPERTY CRYPTO_DECLARATIONS_${name} "${declarations}")
  set_property(GLOBAL PROPERTY CRYPTO_ROW_${name} "${row}")
endfunction()

function(_crypto_strings out items)
  list(JOIN items "\", \"" text)
  set(${out} "\"${text}\"" PARENT_SCOPE)
endfunction()

function(crypto_image)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;SCRIPT;LIBRARY" "LOOKUPS")
  string(MAKE_C_IDENTIFIER "k_${arg_NAME}_lookups" variable)
  set(row "    {.name = \"${arg_NAME}\"")
  if(arg_LOOKUPS)
    _crypto_strings(text "${arg_LOOKUPS}")
    set_property(GLOBAL APPEND_STRING PROPERTY CRYPTO_IMAGE_LOOKUPS
      "constexpr std::string_view ${variable}[] = {${text}};\n")
    string(APPEND row ", .lookups = ${variable}")
  endif()
  if(arg_SCRIPT)
    set_property(GLOBAL APPEND_STRING PROPERTY CRYPTO_SCRIPTS
                 "void ${arg_SCRIPT}(Boot& boot);\n")
    set_property(GLOBAL APPEND PROPERTY CRYPTO_LIBRARIES "${arg_LIBRARY}")
    string(APPEND row ", .script = ${arg_SCRIPT}")
  endif()
  set_property(GLOBAL APPEND_STRING PROPERTY CRYPTO_IMAGES "${row}},\n")
endfunction()

function(crypto_init_table target)
  add_library(${target} STATIC "${CMAKE_BINARY_DIR}/heed/init_table.cc")
  target_link_libraries(${target} PUBLIC registry PRIVATE project_options)
  # EVAL, since a deferred call expands its arguments only when it is made.
  cmake_language(EVAL CODE "
    cmake_language(DEFER DIRECTORY \"${CMAKE_SOURCE_DIR}\"
                   CALL _crypto_write_table [[${target}]])")
endfunction()

function(_crypto_write_table target)
  get_property(modules GLOBAL PROPERTY CRYPTO_MODULES)
  get_property(libraries GLOBAL PROPERTY CRYPTO_LIBRARIES)
  get_property(lookups GLOBAL PROPERTY CRYPTO_IMAGE_LOOKUPS)
  get_property(images GLOBAL PROPERTY CRYPTO_IMAGES)
  get_property(scripts GLOBAL PROPERTY CRYPTO_SCRIPTS)
  get_property(loadable GLOBAL PROPERTY CRYPTO_LOADABLE)
  list(SORT modules)
  set(declarations "")
  set(rows "")
  foreach(key IN LISTS modules)
    string(REGEX REPLACE "^[^-]*-[^-]*-[^-]*-" "" name "${key}")
    get_property(text GLOBAL PROPERTY CRYPTO_DECLARATIONS_${name})
    string(APPEND declarations "${text}")
    get_property(text GLOBAL PROPERTY CRYPTO_ROW_${name})
    string(APPEND rows "${text}")
  endforeach()
  set(tests_disabled false)
  if(DISABLE_TESTS STREQUAL "ON")
    set(tests_disabled true)
  endif()
  file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/heed/init_table.cc" CONTENT
"// The init functions of all modules in their order, made by CMake.
#include \"crypto/boot.h\"

namespace crypto {

@declarations@@scripts@
namespace {

@lookups@
constexpr ModuleInfo kModules[] = {
@rows@};

constexpr ImageInfo kImages[] = {
@images@};

constexpr InitTable kTable = {kModules, kImages, @tests_disabled@};

}  // namespace

const InitTable& init_table() { return kTable; }

}  // namespace crypto
" @ONLY)
  list(REMOVE_DUPLICATES libraries)
  target_link_libraries(${target} PUBLIC ${libraries})
  if(loadable)
    # What is loaded later may need any function of the core, which the
    # executable has.
    add_dependencies(${target} ${loadable})
    target_link_options(${target} INTERFACE -rdynamic
      "LINKER:--whole-archive,$<TARGET_FILE:registry>,--no-whole-archive")
  endif()
endfunction()
