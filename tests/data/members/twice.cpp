#include "core/base/members.h"

namespace posewright {
struct Stick {
    double length = 0;
    int bends = 0;
};
constexpr auto describe(Of<Stick>)
{
    return members<Stick>(always("length", &Stick::length), always("again", &Stick::length));
}
}  // namespace posewright

int main()
{
    int count = 0;
    posewright::eachMember<posewright::Stick>([&](const auto&) { ++count; });
    return count == 2 ? 0 : 1;
}
