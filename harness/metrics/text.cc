#include "harness/metrics/text.h"

#include <prometheus/text_serializer.h>

#include "harness/util/utf8.h"

namespace heed::metrics {
namespace {

std::string escaped_help(const std::string& help) {
  std::string out;
  for (const char byte : util::valid_utf8(help)) {
    if (byte == '\\') {
      out += "\\\\";
    } else if (byte == '\n') {
      out += "\\n";
    } else {
      out += byte;
    }
  }
  return out;
}

}  // namespace

std::string text(std::vector<prometheus::MetricFamily> families) {
  for (prometheus::MetricFamily& family : families) {
    family.help = escaped_help(family.help);
    for (prometheus::ClientMetric& metric : family.metric) {
      for (prometheus::ClientMetric::Label& label : metric.label) {
        label.value = util::valid_utf8(label.value);
      }
    }
  }
  return prometheus::TextSerializer().Serialize(families);
}

}  // namespace heed::metrics
