#include "harness/report/json.h"

#include <array>
#include <string>

#include "harness/report/record_fields.h"

namespace heed::report {
namespace {

constexpr std::string_view kSchema = "heed-report-1";

/// How many cases came to what, for people and for `jq`; made from `cases`.
Json case_counts(const core::CellResult& cell) {
  std::array<std::size_t, core::kCaseOutcomes.size()> counts{};
  for (const core::CaseResult& result : cell.cases) {
    ++counts.at(static_cast<std::size_t>(result.outcome));
  }
  Json json = Json::object();
  for (const core::CaseOutcomeRow& row : core::kCaseOutcomes) {
    const std::size_t count = counts.at(static_cast<std::size_t>(row.outcome));
    if (count > 0) {
      json[std::string(row.name)] = count;
    }
  }
  return json;
}

util::Error shape_error(const std::string& why) {
  return {
      .what = "cannot read the report",
      .which = "",
      .why = why,
      .where = "made by another version of heed? `heed run` writes it anew"};
}

class JsonReporter final : public core::Reporter {
 public:
  [[nodiscard]] std::string_view name() const override { return "json"; }
  void write(const core::RunRecord& record, std::ostream& out) const override {
    out << util::to_text(report_json(record)) << '\n';
  }
};

}  // namespace

util::Json report_json(const core::RunRecord& record) {
  Json json = Json::object();
  json["schema"] = kSchema;
  json.update(encode(record));
  for (std::size_t i = 0; i < record.findings.size(); ++i) {
    json["findings"][i]["cells"] = record.findings[i].cells.size();
  }
  for (std::size_t i = 0; i < record.cells.size(); ++i) {
    json["cells"][i]["case_counts"] = case_counts(record.cells[i]);
  }
  return json;
}

util::Result<core::RunRecord> run_record_from_report(const util::Json& json) {
  if (!json.is_object() || !json.contains("schema") ||
      json.at("schema") != Json(kSchema)) {
    return tl::unexpected(
        shape_error("\"schema\" is not \"" + std::string(kSchema) + "\""));
  }
  Decoded<core::RunRecord> record = decode<core::RunRecord>(json);
  if (!record) {
    return tl::unexpected(
        shape_error("unexpected or missing value at " + record.error()));
  }
  return std::move(*record);
}

std::unique_ptr<core::Reporter> make_json_reporter() {
  return std::make_unique<JsonReporter>();
}

}  // namespace heed::report
