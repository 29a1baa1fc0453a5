#include "core/contacts/mean_rotation.h"

#include <algorithm>

namespace posewright::contacts {

Quat meanRotation(const std::vector<WorldTransform>& ends, std::ptrdiff_t first,
                  std::ptrdiff_t last)
{
    Vec4 sum = Vec4::Zero();
    for (std::ptrdiff_t row = first; row <= last; ++row) {
        const Vec4 next = ends[std::size_t(row)].rotation.coeffs();
        sum += next.dot(sum) < 0 ? Vec4(-next) : next;
    }
    Quat out;
    out.coeffs() = sum.normalized();
    return out;
}

std::vector<Quat> steadied(const std::vector<WorldTransform>& ends, std::ptrdiff_t sides)
{
    const auto last = static_cast<std::ptrdiff_t>(ends.size()) - 1;
    std::vector<Quat> out;
    for (std::ptrdiff_t row = 0; row <= last; ++row) {
        const std::ptrdiff_t by = std::min({sides, row, last - row});
        out.push_back(by > 0 ? meanRotation(ends, row - by, row + by)
                             : ends[std::size_t(row)].rotation);
    }
    return out;
}

}  // namespace posewright::contacts
