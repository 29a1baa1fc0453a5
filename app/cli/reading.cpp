#include "app/cli/reading.h"

#include "app/cli/inputs.h"
#include "app/cli/units.h"

namespace posewright::cli {

Result<io::ReadOptions> readOptionsOf(const ReadWords& words)
{
    io::ReadOptions to;
    if (!words.scale.empty()) {
        const Result<double> scale = parsePositive(words.scale, "--scale");
        if (!scale) return scale.error();
        to.scale = *scale;
    }
    if (!words.unit.empty()) {
        if (!words.scale.empty()) return Error{.message = "--unit and --scale each scale lengths"};
        if (const Result<void> unit = takeUnit(words.unit, to); !unit) return unit.error();
    }
    if (!words.up.empty()) {
        to.up = io::upAxisNamed(words.up);
        if (!to.up && words.up != "guess")
            return Error{.message = "--up is y, z, x, -y, -z, -x or guess"};
    }
    if (!words.rate.empty()) {
        const Result<double> rate = parsePositive(words.rate, "--rate");
        if (!rate) return rate.error();
        to.rate = *rate;
    }
    return to;
}

}  // namespace posewright::cli
