#include "core/evaluate/evaluate.h"

#include <algorithm>
#include <array>

namespace posewright {

namespace {

// From what should be fixed first to what needs no attention.
constexpr std::array kWorstFirst{
    ik::Status::Invalid, ik::Status::Cancelled, ik::Status::Conflict,       ik::Status::Unreachable,
    ik::Status::Limited, ik::Status::Stalled,   ik::Status::IterationLimit, ik::Status::Softened,
    ik::Status::Reached, ik::Status::Inactive,
};

auto rank(ik::Status status)
{
    return std::find(kWorstFirst.begin(), kWorstFirst.end(), status);
}

}  // namespace

ik::Status worst(const Evaluation& evaluation)
{
    ik::Status found = ik::Status::Inactive;
    for (const TargetStatus& target : evaluation.targets)
        if (rank(target.status) < rank(found)) found = target.status;
    return found;
}

bool isProblem(ik::Status status) noexcept
{
    switch (status) {
    case ik::Status::Inactive:
    case ik::Status::Reached:
    case ik::Status::Softened: return false;
    default: return true;
    }
}

}  // namespace posewright
