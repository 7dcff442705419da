#include "harness/observe/boot_probe.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "harness/observe/boot_text.h"
#include "harness/observe/initcall_log.h"
#include "harness/observe/test_support.h"
#include "harness/util/file.h"

namespace heed::observe {
namespace {

using Strings = std::vector<std::string>;

Facts boot(const std::string& file) {
  return BootProbe().observe(fixture("boot", file));
}

TEST(BootProbe, ReadsLoadedAndCompiledValues) {
  const Facts facts = boot("boot.txt");

  EXPECT_EQ(value_of(facts, "", "loaded:notests"), "1");
  EXPECT_EQ(value_of(facts, "", "loaded:kdf_sp800108.notests"), "unset");
  EXPECT_EQ(value_of(facts, "", "compiled:kdf_sp800108"), "1");
  EXPECT_EQ(value_of(facts, "", "ignored-word"), "toy.x=2");
  EXPECT_EQ(value_of(facts, "", "cmdline"), "cryptomgr.notests=1 toy.x=2");
  EXPECT_EQ(value_of(facts, "", "boot_status"), "booted");
  EXPECT_EQ(unreadable_in(facts), Strings{});
}

TEST(BootProbe, ReadsDecisionsOfModules) {
  const Facts facts = boot("boot.txt");

  EXPECT_EQ(value_of(facts, "kdf_sp800108", "decision"), "skip");
  EXPECT_EQ(value_of(facts, "kdf_sp800108", "reason"), "global-runtime");
  EXPECT_EQ(value_of(facts, "kdf_sp800108", "init"), "crypto_kdf108_init");
  EXPECT_EQ(value_of(facts, "kdf_sp800108", "level"), "6");
  EXPECT_EQ(value_of(facts, "kdf_sp800108", "result"), "0");
  EXPECT_EQ(value_of(facts, "sha256_generic", "state"),
            "skipped (global-runtime)");
}

TEST(BootProbe, ReadsCountersWithTheirLabels) {
  const Facts facts = boot("boot.txt");

  EXPECT_EQ(value_of(facts, "kdf_sp800108", "selftest_vectors"), "0");
  const auto& sent = find(facts, "sha256_generic", "notifications");
  EXPECT_EQ(std::get<double>(sent.value), 2);
  EXPECT_EQ(sent.labels,
            (std::map<std::string, std::string>{{"scope", "kdf_sp800108"},
                                                {"msg", "REGISTER"},
                                                {"verdict", "STOP"}}));
  EXPECT_EQ(find(facts, "kdf_sp800108", "init_seconds").unit, "seconds");
  EXPECT_EQ(value_of(facts, "", "boot_seconds"), "0.25");
  EXPECT_EQ(value_of(facts, "a\"b", "odd"), "1");
}

TEST(BootProbe, ReadsInitcallsWithKernelDecoration) {
  const Facts facts = boot("boot.txt");

  EXPECT_EQ(value_of(facts, "crypto_kdf108_init", "initcall_usecs"), "63");
  EXPECT_EQ(value_of(facts, "crypto_kdf108_init", "initcall_result"), "0");
  EXPECT_EQ(value_of(facts, "crypto_kdf108_init", "initcall_started"), "1");
  EXPECT_EQ(value_of(facts, "sha256_generic_mod_init", "initcall_usecs"), "3");
}

TEST(BootProbe, NamesWhatIsLeftOverAndItsOwner) {
  const Facts facts = boot("boot.txt");

  EXPECT_EQ(value_of(facts, "sha256_generic", "leak"), "larval sha256-generic");
  EXPECT_EQ(value_of(facts, "", "leak"), "thread cryptomgr_test");
  EXPECT_EQ(find(facts, "", "leak").labels.at("kind"), "thread");
}

TEST(BootProbe, IgnoresForeignBytesBetweenSections) {
  const Facts facts = boot("boot-console.txt");

  EXPECT_EQ(unreadable_in(facts), Strings{});
  EXPECT_EQ(value_of(facts, "kdf_sp800108", "decision"), "skip");
  EXPECT_EQ(value_of(facts, "crypto_kdf108_init", "initcall_result"), "-22");
}

TEST(BootProbe, BelievesNothingOfASectionMixedWithOtherText) {
  const Facts facts = boot("boot-torn.txt");

  EXPECT_EQ(unreadable_in(facts), Strings{"counters: torn-output"});
  EXPECT_EQ(value_of(facts, "kdf_sp800108", "selftest_vectors"), "absent");
  EXPECT_EQ(value_of(facts, "kdf_sp800108", "decision"), "skip");
}

TEST(BootProbe, TellsACutTextFromNone) {
  EXPECT_EQ(unreadable_in(boot("boot-truncated.txt")),
            (Strings{"counters: torn-output", "done: torn-output"}));
  EXPECT_EQ(unreadable_in(boot("boot-empty.txt")), Strings{"done: no-output"});
}

TEST(BootProbe, ReadsARefusedBoot) {
  const Facts facts = boot("boot-refused.txt");

  EXPECT_EQ(value_of(facts, "", "boot_status"), "refused");
  EXPECT_EQ(value_of(facts, "", "loaded:fips"), "1");
  EXPECT_EQ(unreadable_in(facts), Strings{});
}

TEST(BootProbe, ReadsAPanic) {
  const Facts facts = boot("boot-crash.txt");

  EXPECT_EQ(value_of(facts, "", "boot_status"), "panic");
  EXPECT_EQ(value_of(facts, "", "panic"),
            "alg: self-tests for CTR-KDF (hmac(sha256)) failed in fips mode!");
  EXPECT_EQ(value_of(facts, "crypto_kdf108_init", "initcall_usecs"), "absent");
}

TEST(BootProbe, DigestsOfSectionsAreThoseOfTheirBytes) {
  const Facts a = boot("boot.txt");
  const Facts b = boot("boot-console.txt");
  EXPECT_EQ(value_of(a, "", "section:proc-crypto"),
            value_of(b, "", "section:proc-crypto"));
  EXPECT_NE(value_of(a, "", "section:proc-crypto"),
            value_of(a, "", "section:modules"));
}

TEST(BootProbe, TellsWhichInitsReturnedBeforeTheLogBrokeOff) {
  const Facts facts = BootProbe().observe(
      evidence("boot",
               "== log\ninitcall a_init returned 0 after 1 usecs\n"
               "initcall b_init retu"));

  EXPECT_EQ(value_of(facts, "a_init", "initcall_seen"), "1");
  EXPECT_EQ(value_of(facts, "a_init", "initcall_usecs"), "absent");
  EXPECT_EQ(value_of(facts, "b_init", "initcall_seen"), "absent");
  EXPECT_EQ(unreadable_in(facts),
            (Strings{"log: torn-output", "done: torn-output"}));
}

TEST(InitcallLog, InventsNoNumberForDamagedRecords) {
  const auto text =
      util::read_file(HEED_SOURCE_DIR "/harness/observe/testdata/log-torn.txt");
  ASSERT_TRUE(text.has_value());
  core::Evidence console = evidence("boot", *text + "\n== done booted\n");

  const Facts facts = BootProbe().observe(console);

  EXPECT_EQ(value_of(facts, "a_init", "initcall_usecs"), "5");
  EXPECT_EQ(unreadable_in(facts),
            (Strings{"b_init: torn-output", "c_init: invalid-time",
                     "d_init: invalid-time", "f_init: torn-output"}));
  for (const char* init : {"b_init", "c_init", "d_init", "e_init", "f_init"}) {
    EXPECT_EQ(value_of(facts, init, "initcall_usecs"), "absent") << init;
  }
}

TEST(BootText, AcceptsSerialLineEnds) {
  const auto text =
      util::read_file(HEED_SOURCE_DIR "/harness/observe/testdata/boot.txt");
  ASSERT_TRUE(text.has_value());
  std::string serial;
  for (const char c : *text) {
    serial += c == '\n' ? std::string("\r\n") : std::string(1, c);
  }
  EXPECT_EQ(parse_boot_text(serial).sections, parse_boot_text(*text).sections);
}

TEST(BootText, BelievesNeitherOfTwoSectionsOfOneName) {
  const std::string section = "== log\n== end log 0 00000000\n";
  const BootText parsed = parse_boot_text(section + section);
  EXPECT_TRUE(parsed.sections.empty());
  EXPECT_EQ(parsed.torn, Strings{"log"});
}

RC_GTEST_PROP(BootText, SurvivesAnyBytes, (const std::string& noise)) {
  const BootText parsed = parse_boot_text(noise);
  RC_ASSERT(parsed.sections.empty() || noise.find("== end") != noise.npos);
}

RC_GTEST_PROP(BootText, AChangedByteIsNeverBelieved, ()) {
  const std::string body = "loaded notests = 1\n";
  std::string text = "== config\n" + body + "== end config 19 8f6e441f\n";
  const auto at = *rc::gen::inRange<std::size_t>(10, 10 + body.size() - 1);
  RC_ASSERT(parse_boot_text(text).sections.size() == 1U);
  const char was = text[at];
  text[at] = *rc::gen::arbitrary<char>();
  RC_PRE(text[at] != was);
  RC_ASSERT(parse_boot_text(text).sections.empty());
}

}  // namespace
}  // namespace heed::observe
