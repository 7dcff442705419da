# What a module under test calls. Everything is driven by heed.json, so that
# CMake and heed read one declaration of each setting.
#
#   heed_settings(FILE)            cache variables for all build settings, also
#                                  those in settings.json of modules' folders
#   heed_own_setting(OUT MODULE NAME)      the value of <MODULE>.<NAME>
#   module_settings(MODULE NAME TARGETS t… [NEGATED setting=constant])
#                                  config.h with a constant for each setting,
#                                  the module's own ones among them
#   conformance_suite(NAME SOURCES … [LIBRARIES …])   a GoogleTest suite
#   benchmark_suite(NAME SOURCES … [LIBRARIES …])     a google-benchmark suite
#   boot_suite(NAME COMMAND target [ARG…])            a twin of booting
#
# heed discovers suites with `ctest --show-only=json-v1` by their labels
# `conformance`, `bench` and `boot`: no format of its own is needed.
include_guard(GLOBAL)

# Reads one JSON array into a list of its elements' raw text.
function(_heed_json_array out text)
  string(JSON count ERROR_VARIABLE missing LENGTH "${text}" ${ARGN})
  set(items "")
  if(NOT missing AND count GREATER 0)
    math(EXPR last "${count} - 1")
    foreach(i RANGE ${last})
      string(JSON item GET "${text}" ${ARGN} ${i})
      list(APPEND items "${item}")
    endforeach()
  endif()
  set(${out} "${items}" PARENT_SCOPE)
endfunction()

# Declares one cache variable; a value that is not declared is an error here,
# since an option() would silently accept it.
function(_heed_cache_variable name values default what)
  set(${name} "${default}" CACHE STRING "${what}")
  set_property(CACHE ${name} PROPERTY STRINGS ${values})
  if(NOT "${${name}}" IN_LIST values)
    list(JOIN values ", " choices)
    message(FATAL_ERROR
      "${name} is '${${name}}' but must be one of: ${choices}")
  endif()
endfunction()

# Declares every build setting of FILE, and for each module its overrides.
# Sets the global properties HEED_BUILD_SETTINGS and HEED_MODULE_NAMES.
function(heed_settings file)
  file(READ "${file}" text)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  string(JSON module_count LENGTH "${text}" modules)
  set(modules "")
  if(module_count GREATER 0)
    math(EXPR last "${module_count} - 1")
    foreach(i RANGE ${last})
      string(JSON name GET "${text}" modules ${i} name)
      list(APPEND modules "${name}")
    endforeach()
  endif()
  set_property(GLOBAL PROPERTY HEED_MODULE_NAMES "${modules}")

  string(JSON count LENGTH "${text}" settings)
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    string(JSON stage GET "${text}" settings ${i} stage)
    string(JSON variable ERROR_VARIABLE missing
           GET "${text}" settings ${i} apply cmake)
    if(stage STREQUAL "build" AND NOT missing)
      _heed_declare_setting("${text}" ${i} "${modules}")
    endif()
  endforeach()

  get_filename_component(root "${file}" DIRECTORY)
  _heed_module_folders(folders "${text}")
  foreach(folder IN LISTS folders)
    if(EXISTS "${root}/${folder}/settings.json")
      _heed_own_settings("${root}/${folder}/settings.json")
    endif()
  endforeach()
endfunction()

# The folders of all modules, each once.
function(_heed_module_folders out text)
  string(JSON count LENGTH "${text}" modules)
  set(folders "")
  set(i 0)
  while(i LESS count)
    string(JSON folder ERROR_VARIABLE missing GET "${text}" modules ${i} folder)
    if(NOT missing)
      list(APPEND folders "${folder}")
    endif()
    math(EXPR i "${i} + 1")
  endwhile()
  list(REMOVE_DUPLICATES folders)
  set(${out} "${folders}" PARENT_SCOPE)
endfunction()

# Declares the build settings that modules of one folder have for themselves.
function(_heed_own_settings file)
  file(READ "${file}" text)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  string(JSON count LENGTH "${text}" settings)
  set(i 0)
  while(i LESS count)
    string(JSON stage GET "${text}" settings ${i} stage)
    if(stage STREQUAL "build")
      string(JSON name GET "${text}" settings ${i} name)
      string(JSON variable GET "${text}" settings ${i} apply cmake)
      string(JSON default GET "${text}" settings ${i} default)
      _heed_json_array(values "${text}" settings ${i} values)
      _heed_cache_variable("${variable}" "${values}" "${default}"
                           "build setting ${name}")
      string(REGEX REPLACE "\\..*" "" module "${name}")
      set_property(GLOBAL APPEND PROPERTY HEED_OWN_SETTINGS_${module} "${name}")
      set_property(GLOBAL PROPERTY HEED_VARIABLE_${name} "${variable}")
      set_property(GLOBAL PROPERTY HEED_VALUES_${name} "${values}")
    endif()
    math(EXPR i "${i} + 1")
  endwhile()
endfunction()

# The value of build setting NAME that MODULE has for itself; empty if it has
# none.
function(heed_own_setting out module name)
  get_property(variable GLOBAL PROPERTY HEED_VARIABLE_${module}.${name})
  set(value "")
  if(variable)
    set(value "${${variable}}")
  endif()
  set(${out} "${value}" PARENT_SCOPE)
endfunction()

function(_heed_declare_setting text index modules)
  string(JSON name GET "${text}" settings ${index} name)
  string(JSON variable GET "${text}" settings ${index} apply cmake)
  string(JSON default GET "${text}" settings ${index} default)
  _heed_json_array(values "${text}" settings ${index} values)
  _heed_cache_variable("${variable}" "${values}" "${default}"
                       "build setting ${name}")
  set_property(GLOBAL APPEND PROPERTY HEED_BUILD_SETTINGS "${name}")
  set_property(GLOBAL PROPERTY HEED_VARIABLE_${name} "${variable}")
  set_property(GLOBAL PROPERTY HEED_VALUES_${name} "${values}")

  string(JSON pattern ERROR_VARIABLE missing
         GET "${text}" settings ${index} override apply cmake)
  if(missing)
    return()
  endif()
  set_property(GLOBAL PROPERTY HEED_OVERRIDE_${name} "${pattern}")
  string(JSON default GET "${text}" settings ${index} override default)
  _heed_json_array(values "${text}" settings ${index} override values)
  foreach(module IN LISTS modules)
    _heed_override_variable(variable "${pattern}" "${module}")
    _heed_cache_variable("${variable}" "${values}" "${default}"
                         "build setting ${module}.${name}")
  endforeach()
endfunction()

function(_heed_override_variable out pattern module)
  string(TOUPPER "${module}" upper)
  string(REPLACE "{MODULE}" "${upper}" variable "${pattern}")
  string(REPLACE "{module}" "${module}" variable "${variable}")
  set(${out} "${variable}" PARENT_SCOPE)
endfunction()

# The value of build setting NAME in force for MODULE: its override unless that
# inherits, else the global value.
function(heed_effective out module name)
  get_property(variable GLOBAL PROPERTY HEED_VARIABLE_${name})
  get_property(pattern GLOBAL PROPERTY HEED_OVERRIDE_${name})
  set(value "${${variable}}")
  if(pattern)
    _heed_override_variable(variable "${pattern}" "${module}")
    if(DEFINED ${variable} AND NOT "${${variable}}" STREQUAL "inherit")
      set(value "${${variable}}")
    endif()
  endif()
  set(${out} "${value}" PARENT_SCOPE)
endfunction()

# Writes <build>/heed/<MODULE>/config.h with one constant for each build
# setting and lets TARGETS include it as "config.h". Boolean settings become
# `constexpr bool`, others `constexpr const char*`. NEGATED turns a negative
# setting into a positive constant, here and nowhere else; the caller gets it
# as a variable of the constant's name (ON or OFF) as well, and so each of the
# module's own settings.
function(module_settings)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "MODULE" "TARGETS;NEGATED")
  get_property(settings GLOBAL PROPERTY HEED_BUILD_SETTINGS)
  set(lines "")
  foreach(name IN LISTS settings)
    heed_effective(value "${arg_MODULE}" "${name}")
    set(constant "")
    foreach(pair IN LISTS arg_NEGATED)
      if(pair MATCHES "^${name}=(.+)$")
        set(constant "${CMAKE_MATCH_1}")
      endif()
    endforeach()
    _heed_constant(line exported "${name}" "${value}" "${constant}")
    string(APPEND lines "${line}")
    if(constant)
      set(${constant} "${exported}" PARENT_SCOPE)
    endif()
  endforeach()
  # The module's own ones, named without it.
  get_property(own GLOBAL PROPERTY HEED_OWN_SETTINGS_${arg_MODULE})
  foreach(name IN LISTS own)
    get_property(variable GLOBAL PROPERTY HEED_VARIABLE_${name})
    string(REPLACE "${arg_MODULE}." "" constant "${name}")
    string(TOLOWER "${constant}" constant)
    _heed_constant(line exported "${name}" "${${variable}}" "")
    string(REPLACE "${arg_MODULE}." "" line "${line}")
    string(APPEND lines "${line}")
    set(${constant} "${exported}" PARENT_SCOPE)
  endforeach()
  set(folder "${CMAKE_BINARY_DIR}/heed/${arg_MODULE}")
  file(CONFIGURE OUTPUT "${folder}/config.h" CONTENT
"// The build settings in force for @arg_MODULE@, made by CMake.
#pragma once

namespace config {
@lines@}  // namespace config
" @ONLY)
  foreach(target IN LISTS arg_TARGETS)
    target_include_directories(${target} PRIVATE "${folder}")
  endforeach()
endfunction()

function(_heed_constant out_line out_value name value negated)
  get_property(values GLOBAL PROPERTY HEED_VALUES_${name})
  string(TOLOWER "${name}" constant)
  if(values STREQUAL "OFF;ON")
    set(positive "${value}")
    if(negated)
      set(constant "${negated}")
      set(positive OFF)
      if(value STREQUAL "OFF")
        set(positive ON)
      endif()
    endif()
    set(literal false)
    if(positive STREQUAL "ON")
      set(literal true)
    endif()
    set(line "constexpr bool ${constant} = ${literal};\n")
    set(${out_value} "${positive}" PARENT_SCOPE)
  else()
    string(REPLACE "\\" "\\\\" literal "${value}")
    string(REPLACE "\"" "\\\"" literal "${literal}")
    set(line "constexpr const char* ${constant} = \"${literal}\";\n")
    set(${out_value} "${value}" PARENT_SCOPE)
  endif()
  set(${out_line} "${line}" PARENT_SCOPE)
endfunction()

# A GoogleTest program that heed runs in each cell, with label `conformance`.
# The cell's command line reaches it in HEED_CMDLINE.
function(conformance_suite name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  find_package(GTest REQUIRED)
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} project_options
                        GTest::gtest GTest::gtest_main)
  # Its own code is compiled sooner so; what it tests is optimised as ever.
  target_compile_options(${name} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O1>)
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS conformance TIMEOUT 60)
endfunction()

# A google-benchmark program that heed runs in each cell, with label `bench`.
function(benchmark_suite name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  find_package(benchmark REQUIRED)
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} project_options
                        benchmark::benchmark benchmark::benchmark_main)
  add_test(NAME ${name} COMMAND ${name} --benchmark_min_time=0.001)
  set_tests_properties(${name} PROPERTIES LABELS bench TIMEOUT 60)
endfunction()

# A program that takes the cell's command line as arguments, initialises the
# modules and prints the sections of a boot, with label `boot`. WHEN is the
# condition on settings under which it is run; UNMEASURED: its instructions are
# not counted.
function(boot_suite name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "UNMEASURED" "WHEN" "COMMAND")
  set(labels boot)
  if(arg_WHEN)
    list(APPEND labels "when ${arg_WHEN}")
  endif()
  if(arg_UNMEASURED)
    list(APPEND labels unmeasured)
  endif()
  add_test(NAME ${name} COMMAND ${arg_COMMAND})
  set_tests_properties(${name} PROPERTIES LABELS "${labels}" TIMEOUT 60)
endfunction()
