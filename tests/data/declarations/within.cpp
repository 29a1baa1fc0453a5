// declares up within known
namespace posewright {

bool known()
{
    bool up(const Document&);
    return true;
}

}  // namespace posewright
