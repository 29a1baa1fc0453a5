// declares posewright::up(const Document&) and does not define it
namespace posewright {

namespace edit {

bool up(const Document&)
{
    return true;
}

}  // namespace edit

bool up(const Document&);

}  // namespace posewright
