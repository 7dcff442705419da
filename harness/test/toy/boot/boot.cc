// Takes a kernel-style command line as arguments, initialises the modules and
// prints the sections of a boot, each closed by its length and checksum.
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "modules.inc"

namespace {

using Parameters = std::map<std::string, std::string>;

struct Outcome {
  std::string decision;
  std::string reason;
  int vectors = 0;
};

std::uint32_t crc32(const std::string& text) {
  std::uint32_t crc = ~0U;
  for (const char c : text) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) {
      crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
    }
  }
  return ~crc;
}

void print_section(const char* name, const std::string& body) {
  std::printf("== %s\n%s== end %s %zu %08x\n", name, body.c_str(), name,
              body.size(), crc32(body));
}

std::string value_of(const Parameters& parameters, const std::string& name,
                     const char* otherwise) {
  const auto found = parameters.find(name);
  return found == parameters.end() ? otherwise : found->second;
}

Outcome decide(const toy::Module& module, const Parameters& parameters) {
  if (!module.selftests_compiled) {
    return {"skip", "compiled-out"};
  }
  const std::string own =
      value_of(parameters, std::string(module.name) + ".notests", "unset");
  if (own != "unset") {
    return {own == "0" ? "run" : "skip", "module-runtime"};
  }
  if (value_of(parameters, "toy.notests", "0") == "1") {
    return {"skip", "global-runtime"};
  }
  return {"run", "default"};
}

Outcome initialise(const toy::Module& module, const Parameters& parameters) {
  Outcome outcome = decide(module, parameters);
  const bool wanted = outcome.decision == "run" || !module.heeds_notests;
  if (wanted && module.selftest != nullptr) {
    outcome.vectors = module.selftest();
  }
  return outcome;
}

/// The bodies of the sections that say something.
struct Text {
  std::string config;
  std::string log;
  std::string modules;
  std::string counters;
};

Parameters parse(const std::vector<std::string>& words) {
  Parameters parameters;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals != std::string::npos) {
      parameters[word.substr(0, equals)] = word.substr(equals + 1);
    }
  }
  return parameters;
}

void describe(const toy::Module& module, const Parameters& parameters,
              Text& text) {
  const std::string name = module.name;
  const Outcome outcome = initialise(module, parameters);
  text.config += "loaded " + name + ".notests = " +
                 value_of(parameters, name + ".notests", "unset") + "\n";
  text.config += "compiled " + name +
                 ".selftests = " + (module.selftests_compiled ? "1" : "0") +
                 "\n";
  text.log += "initcall " + name + "_init returned 0 after 1 usecs\n";
  text.modules += name + " init=" + name +
                  "_init level=6 result=0 decision=" + outcome.decision +
                  " reason=" + outcome.reason +
                  " state=" + (outcome.vectors > 0 ? "passed" : "skipped") +
                  "\n";
  text.counters += "selftest_vectors{module=\"" + name + "\",scope=\"" + name +
                   "\"} " + std::to_string(outcome.vectors) + "\n";
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const Parameters parameters = parse(words);
  Text text;
  text.config = "cmdline";
  for (const std::string& word : words) {
    text.config += " " + word;
  }
  text.config +=
      "\nloaded notests = " + value_of(parameters, "toy.notests", "0") + "\n";
  for (const toy::Init init : kModules) {
    describe(init(), parameters, text);
  }
  print_section("config", text.config);
  print_section("log", text.log);
  print_section("proc-crypto", "");
  print_section("modules", text.modules);
  print_section("counters", text.counters);
  print_section("events", "");
  print_section("leaks", "");
  std::printf("== done booted\n");
  return 0;
}
