namespace posewright {

namespace {

constexpr int kMost = 3;

int half(int value)
{
    return value / 2;
}

bool isMost(int value)
{
    return value == kMost;
}

}  // namespace

int halfOfMost()
{
    return isMost(kMost) ? half(kMost) : 0;
}

}  // namespace posewright
