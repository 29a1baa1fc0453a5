// declares posewright::up(const Document&) and does not define it
namespace posewright {

static bool up(const Document&)
{
    return true;
}

bool up(const Document&);

}  // namespace posewright
