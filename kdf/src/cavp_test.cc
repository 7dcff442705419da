#include <fstream>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "cavp_file.h"
#include "test_support.h"

namespace crypto {
namespace {

using Bytes = std::span<const std::byte>;

struct FileRow {
  std::string_view name;
  Kdf108Mode mode;
  /// Vectors in the file, and of each pseudo-random function.
  std::size_t total;
  std::size_t each;
};

constexpr FileRow kFiles[] = {
    {"counter.rsp", Kdf108Mode::counter, 384, 48},
    {"feedback_nocounter.rsp", Kdf108Mode::feedback, 64, 8},
    {"feedback_nozeroiv.rsp", Kdf108Mode::feedback, 384, 48},
    {"feedback_wzeroiv.rsp", Kdf108Mode::feedback, 768, 96},
    {"pipeline_counter.rsp", Kdf108Mode::double_pipeline, 384, 48},
    {"pipeline_nocounter.rsp", Kdf108Mode::double_pipeline, 32, 4},
};

[[nodiscard]] std::string read_file(std::string_view name) {
  std::ifstream file(std::string(CAVP_FOLDER) + "/" + std::string(name));
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class CavpFile : public testing::TestWithParam<FileRow> {};

TEST_P(CavpFile, IsReadWhole) {
  const auto vectors = read_cavp(read_file(GetParam().name), GetParam().mode);
  ASSERT_TRUE(vectors) << vectors.error().line << ": " << vectors.error().what;
  EXPECT_EQ(GetParam().total, vectors->size());
  std::map<std::string, std::size_t> by_prf;
  for (const CavpVector& vector : *vectors) {
    ++by_prf[vector.prf];
  }
  EXPECT_EQ(8U, by_prf.size());
  for (const auto& [prf, count] : by_prf) {
    EXPECT_EQ(GetParam().each, count) << prf;
  }
}

class CavpBytes : public ImageTest,
                  public testing::WithParamInterface<FileRow> {};

TEST_P(CavpBytes, AreTheRightOnes) {
  const std::map<std::string_view, std::string_view> names = {
      {"HMAC_SHA224", "hmac(sha224)"}, {"HMAC_SHA256", "hmac(sha256)"}};
  const auto vectors = read_cavp(read_file(GetParam().name), GetParam().mode);
  ASSERT_TRUE(vectors);
  std::size_t executed = 0;
  for (const CavpVector& vector : *vectors) {
    const auto name = names.find(vector.prf);
    if (name == names.end()) {
      continue;
    }
    auto kdf =
        Kdf108::create(image_under_test().user(), name->second, vector.layout);
    ASSERT_TRUE(kdf) << vector.line;
    ASSERT_TRUE(kdf->set_key(vector.key)) << vector.line;
    const std::vector<Bytes> info(vector.info.begin(), vector.info.end());
    std::vector<std::byte> out(vector.output.size());
    ASSERT_TRUE(kdf->derive(vector.iv, info, out)) << vector.line;
    EXPECT_EQ(to_hex(vector.output), to_hex(out)) << vector.line;
    ++executed;
  }
  EXPECT_EQ(2 * GetParam().each, executed);
  RecordProperty("obs.vectors_executed", static_cast<int>(executed));
}

std::string name_of(const testing::TestParamInfo<FileRow>& row) {
  return std::string(row.param.name.substr(0, row.param.name.find('.')));
}

INSTANTIATE_TEST_SUITE_P(Kbkdf, CavpFile, testing::ValuesIn(kFiles), name_of);
INSTANTIATE_TEST_SUITE_P(Kbkdf, CavpBytes, testing::ValuesIn(kFiles), name_of);

constexpr std::string_view kGood =
    "# "
    "comment\n[PRF=HMAC_SHA256]\n[CTRLOCATION=BEFORE_ITER]\n[RLEN=8_BITS]\n\n"
    "L = 16\nKI = 0102\nIV = \nIVlen = 0\nFixedInputData = 03\nKO = 0405\n";

[[nodiscard]] std::string error_of(std::string_view text) {
  const auto vectors = read_cavp(text, Kdf108Mode::feedback);
  return vectors ? "none" : vectors.error().what;
}

/// The good file with one text replaced.
[[nodiscard]] std::string damaged(std::string_view from, std::string_view to) {
  std::string text(kGood);
  text.replace(text.find(from), from.size(), to);
  return error_of(text);
}

TEST(CavpParser, ReadsAVector) {
  const auto vectors = read_cavp(kGood, Kdf108Mode::feedback);
  ASSERT_TRUE(vectors) << vectors.error().what;
  ASSERT_EQ(1U, vectors->size());
  const CavpVector& vector = vectors->front();
  EXPECT_EQ("HMAC_SHA256", vector.prf);
  EXPECT_EQ((Kdf108Layout{Kdf108Mode::feedback, Kdf108Counter::before_iter, 8}),
            vector.layout);
  EXPECT_EQ("0102", to_hex(vector.key));
  EXPECT_EQ("0405", to_hex(vector.output));
}

TEST(CavpParser, RefusesAnEmptyFile) {
  EXPECT_EQ("no vectors", error_of(""));
  EXPECT_EQ("no vectors", error_of("# comment\n\n[PRF=HMAC_SHA256]\n"));
}

TEST(CavpParser, RefusesATruncatedFileAtEveryLength) {
  for (std::size_t size = 0; size < kGood.size(); ++size) {
    EXPECT_NE("none", error_of(kGood.substr(0, size))) << size;
  }
}

TEST(CavpParser, RefusesDamagedValues) {
  EXPECT_EQ("not hex", damaged("0102", "010"));
  EXPECT_EQ("not hex", damaged("0102", "01x2"));
  EXPECT_EQ("not a number", damaged("L = 16", "L = 16x"));
  EXPECT_EQ("not a number", damaged("L = 16", "L = "));
  EXPECT_EQ("length does not fit", damaged("L = 16", "L = 24"));
  EXPECT_EQ("length does not fit", damaged("IVlen = 0", "IVlen = 8"));
  EXPECT_EQ("no value", damaged("KI = 0102", "KI"));
  EXPECT_EQ("unknown key", damaged("KI = 0102", "KX = 0102"));
}

TEST(CavpParser, RefusesVectorsThatAreNotComplete) {
  EXPECT_EQ("vector not complete", damaged("KI = 0102\n", ""));
  EXPECT_EQ("vector not complete", damaged("IV = \n", ""));
  EXPECT_EQ("vector not complete", damaged("[PRF=HMAC_SHA256]\n", ""));
  EXPECT_EQ("vector not complete", damaged("[RLEN=8_BITS]\n", ""));
  EXPECT_EQ("vector not complete", damaged("FixedInputData = 03\n", ""));
  EXPECT_EQ("vector not complete", damaged("KO = 0405", "KO = "));
  EXPECT_EQ("length does not fit", damaged("L = 16\n", ""));
  EXPECT_EQ("value given twice", damaged("KI = 0102", "KI = 01\nKI = 02"));
  EXPECT_EQ("heading within a vector",
            damaged("KI = 0102", "[RLEN=8_BITS]\nKI = 0102"));
}

TEST(CavpParser, RefusesDamagedHeadings) {
  EXPECT_EQ("unknown heading", damaged("BEFORE_ITER", "BESIDE_ITER"));
  EXPECT_EQ("unknown heading", damaged("8_BITS", "9_BITS"));
  EXPECT_EQ("unknown heading", damaged("[RLEN", "[WIDTH"));
  EXPECT_EQ("unknown heading", damaged("[RLEN=8_BITS]", "[]"));
  EXPECT_EQ("heading without end", damaged("8_BITS]", "8_BITS"));
}

}  // namespace
}  // namespace crypto
