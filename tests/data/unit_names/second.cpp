namespace posewright {

namespace {

// Another overload, which no unit minds.
double half(double value)
{
    return value / 2;
}

bool isMost(int given)
{
    return given > 3;
}

}  // namespace

double halfOfMore()
{
    return isMost(4) ? half(4.5) : 0;
}

}  // namespace posewright
