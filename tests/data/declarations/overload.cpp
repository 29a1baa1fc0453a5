// declares posewright::up(const Document&) and does not define it
namespace posewright {

bool up(const Scene&)
{
    return true;
}

bool up(const Document&);

}  // namespace posewright
