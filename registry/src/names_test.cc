#include <string>

#include <gtest/gtest.h>

#include "crypto/api.h"
#include "internal.h"
#include "testing.h"

namespace crypto {
namespace {

using testing::as_fake;
using testing::fake_hash;
using testing::fake_module;

constexpr std::size_t kLongest = kMaxAlgName - 1;

// `count` arguments: tmpl(a,a,…).
std::string with_arguments(int count) {
  std::string name = "any(a";
  for (int i = 1; i < count; ++i) {
    name += ",a";
  }
  return name + ')';
}

std::string nested(std::string_view tmpl, int depth, std::string_view inner) {
  std::string name;
  for (int i = 0; i < depth; ++i) {
    name.append(tmpl).append("(");
  }
  return name.append(inner).append(static_cast<std::size_t>(depth), ')');
}

/// Nothing is tested; templates `any` (any arguments, builds nothing) and `w`
/// (wraps one hash).
class Names : public ::testing::Test {
 protected:
  Names() : registry_(fake_module({}, false)) {
    register_manager(Context(registry_));
    add("any",
        [](const Context&, const Template&, const TemplateArgs&)
            -> tl::expected<void, Errno> { return fail(EINVAL); });
    add("w", testing::create_wrapper);
    EXPECT_TRUE(register_alg(as_fake(registry_), fake_hash("a", "a-1")));
  }

  template <typename Create>
  void add(std::string name, const Create& create) {
    auto tmpl = std::make_shared<Template>();
    tmpl->name = std::move(name);
    tmpl->create = create;
    EXPECT_TRUE(register_template(as_fake(registry_), tmpl));
  }
  int code(std::string_view name) {
    return code_of(find_alg(as_fake(registry_), name, 0, 0));
  }
  int registers(std::string name, std::string driver) {
    return code_of(register_alg(as_fake(registry_),
                                fake_hash(std::move(name), std::move(driver))));
  }

  Registry registry_;
};

TEST_F(Names, OfARegistrationHold127Bytes) {
  EXPECT_EQ(registers("", "driver"), EINVAL);
  EXPECT_EQ(registers("name", ""), EINVAL);
  EXPECT_EQ(registers(std::string(kLongest, 'n'), std::string(kLongest, 'd')),
            0);
  EXPECT_EQ(registers(std::string(kLongest + 1, 'n'), "driver"), EINVAL);
  EXPECT_EQ(registers("name", std::string(kLongest + 1, 'd')), EINVAL);
  EXPECT_EQ(code(std::string(kLongest, 'n')), 0);
}

TEST_F(Names, OfALookupMayBeAnything) {
  EXPECT_EQ(code(""), ENOENT);
  EXPECT_EQ(code(std::string(kLongest + 1, 'n')), ENOENT);
  EXPECT_EQ(code(std::string(5000, 'n')), ENOENT);
  EXPECT_EQ(code(std::string("a\0b", 3)), ENOENT);
  EXPECT_EQ(code("\xc3\xa4(a)"), ENOENT);
  EXPECT_EQ(code("\xff\xfe"), ENOENT);
}

TEST_F(Names, MayBeBytesThatAreNoAscii) {
  EXPECT_EQ(registers("\xc3\xa4", "\xc3\xa4-1"), 0);
  EXPECT_EQ(code("\xc3\xa4"), 0);
}

TEST_F(Names, TakeFewerThan32Arguments) {
  EXPECT_EQ(code(with_arguments(1)), EINVAL);  // The template's own answer.
  EXPECT_EQ(code(with_arguments(31)), EINVAL);
  EXPECT_EQ(code(with_arguments(32)), ENOENT);
  EXPECT_EQ(code(with_arguments(33)), ENOENT);
}

TEST_F(Names, NestAsDeepAsTheyHold) {
  // w( and ) take three bytes each; the longest generic name has 127.
  const int deepest = (static_cast<int>(kLongest) - 3) / 3;
  // The driver, a-1, is two bytes longer than the name.
  EXPECT_EQ(code(nested("w", deepest, "a")), 0);
  EXPECT_EQ(code(nested("w", deepest + 1, "a")), ENAMETOOLONG);
  EXPECT_EQ(code(nested("w", 60, "a")), ENAMETOOLONG);
}

TEST_F(Names, WithUnbalancedBracketsAreNone) {
  for (const char* name :
       {"w(", "w)", "w(a", "w(a))", "w((a)", "w(w(a)", "(", ")", "()", "w()",
        "w(a)b", "w(a,)", "w(,a)", "(a)", "w(a)(a)"}) {
    EXPECT_EQ(code(name), ENOENT) << name;
  }
  EXPECT_EQ(registry_.leaks_text(), "");
}

TEST_F(Names, OfTemplatesThemselvesAreNoAlgorithms) {
  EXPECT_EQ(code("w"), ENOENT);
  EXPECT_EQ(code("w(w)"), ENOENT);
  EXPECT_EQ(code("nosuch(a)"), ENOENT);
}

// It waits for the larval that stands for it, until the limit.
TEST(SelfishName, EndsAtTheWaitLimit) {
  auto options = fake_module({}, false);
  options.wait_limit = std::chrono::milliseconds(20);
  Registry registry(std::move(options));
  register_manager(Context(registry));
  auto tmpl = std::make_shared<Template>();
  tmpl->name = "selfish";
  tmpl->create = [](const Context& context, const Template&,
                    const TemplateArgs& args) -> tl::expected<void, Errno> {
    auto found = find_alg(context, "selfish(" + args.names.front() + ")", 0, 0);
    return found ? tl::expected<void, Errno>() : fail(found.error());
  };
  ASSERT_TRUE(register_template(as_fake(registry), tmpl));
  EXPECT_EQ(code_of(find_alg(as_fake(registry), "selfish(a)", 0, 0)),
            ETIMEDOUT);
  EXPECT_TRUE(registry.wait_quiescent(std::chrono::seconds(10)));
  EXPECT_EQ(registry.leaks_text(), "");
}

}  // namespace
}  // namespace crypto
