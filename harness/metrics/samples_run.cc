#include <array>
#include <ctime>
#include <optional>

#include "harness/metrics/samples.h"

namespace heed::metrics {
namespace {

Samples timestamp(const std::string& text) {
  std::tm utc{};
  const char* const end = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  if (end == nullptr || *end != '\0') {
    return {};
  }
  return {{{}, static_cast<double>(timegm(&utc))}};
}

struct ClassRow {
  const char* name;
  std::uint64_t core::Counts::*count;
};

constexpr std::array kClasses = {
    ClassRow{"run", &core::Counts::run},
    ClassRow{"reused", &core::Counts::reused},
    ClassRow{"excluded", &core::Counts::excluded},
    ClassRow{"sampled_out", &core::Counts::sampled_out},
    ClassRow{"other_shards", &core::Counts::other_shards},
    ClassRow{"inconclusive", &core::Counts::inconclusive},
};

}  // namespace

Samples build_info(const Source& source) {
  return {{{source.record.version, source.options.cmake_version}, 1}};
}

Samples last_start(const Source& source) {
  return timestamp(source.record.started);
}

Samples last_completion(const Source& source) {
  return timestamp(source.record.completed);
}

Samples last_success(const Source& source) {
  // The time of the last success is known only if this run was one: an older
  // one is history, which a finished run does not carry.
  return core::strongest(source.record.exit_codes) == core::ExitCode::conforms
             ? timestamp(source.record.completed)
             : Samples();
}

Samples run_duration(const Source& source) {
  Samples samples;
  for (const auto& [stage, seconds] : source.record.stage_seconds) {
    samples.push_back({{stage}, seconds});
  }
  return samples;
}

Samples matrix_product(const Source& source) {
  return {{{}, static_cast<double>(source.record.counts.product)}};
}

Samples cells(const Source& source) {
  Samples samples;
  for (const ClassRow& row : kClasses) {
    samples.push_back(
        {{row.name}, static_cast<double>(source.record.counts.*row.count)});
  }
  return samples;
}

Samples findings(const Source& source) {
  std::array<double, core::kFindingKinds.size()> counts{};
  for (const core::Finding& finding : source.record.findings) {
    ++counts.at(static_cast<std::size_t>(finding.kind));
  }
  Samples samples;
  for (const core::FindingKindRow& row : core::kFindingKinds) {
    samples.push_back({{std::string(row.name)},
                       counts.at(static_cast<std::size_t>(row.kind))});
  }
  return samples;
}

Samples settings_lost(const Source& source) {
  std::array<double, core::kRungs.size()> counts{};
  for (const core::Finding& finding : source.record.findings) {
    if (finding.kind == core::FindingKind::lost_setting && finding.rung) {
      ++counts.at(static_cast<std::size_t>(*finding.rung));
    }
  }
  Samples samples;
  for (const core::RungRow& row : core::kRungs) {
    samples.push_back({{std::string(row.name)},
                       counts.at(static_cast<std::size_t>(row.rung))});
  }
  return samples;
}

Samples host_info(const Source& source) {
  if (!source.options.host) {
    return {};
  }
  const Host& host = *source.options.host;
  return {{{host.cpu_model, host.os, host.fingerprint}, 1}};
}

Samples cache_requests(const Source& source) {
  if (!source.options.cache) {
    return {};
  }
  const CacheRequests& cache = *source.options.cache;
  return {{{"hit"}, static_cast<double>(cache.hits)},
          {{"miss"}, static_cast<double>(cache.misses)},
          {{"error"}, static_cast<double>(cache.errors)}};
}

}  // namespace heed::metrics
