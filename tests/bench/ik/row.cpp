#include "tests/bench/ik/row.h"

namespace posewright::bench {

void Row::take(const ik::Solution& solution)
{
    met_ += solution.report.status == ik::Status::Reached;
    iterations_.push_back(solution.report.iterations);
    stretch_ = std::max(stretch_, solution.report.boneStretch);
}

void Row::report(benchmark::State& state)
{
    std::sort(iterations_.begin(), iterations_.end());
    double sum = 0;
    for (int i : iterations_) sum += i;
    const std::size_t n = iterations_.size();
    auto& out = state.counters;
    out["targets"] = static_cast<double>(n);
    out["success_percent"] = 100.0 * met_ / static_cast<double>(n);
    out["mean_iterations"] = sum / static_cast<double>(n);
    out["p50_iterations"] = iterations_[n / 2];
    out["p99_iterations"] = iterations_[n * 99 / 100];
    out["max_iterations"] = iterations_.back();
    out["ns"] = ns();
    out["U"] = ns() / (unitTime_ / units_);
    out["violation"] = violation_;
    out["stretch"] = stretch_;
}

}  // namespace posewright::bench
