// declares posewright::up(const Document&) and does not define it
namespace posewright {

namespace {

bool up(const Document&)
{
    return true;
}

}  // namespace

bool up(const Document&);

}  // namespace posewright
