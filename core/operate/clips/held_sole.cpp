#include "core/operate/clips/held_sole.h"

namespace posewright::operate {

void HeldSole::look(const Evaluation& shown)
{
    if (moves_.empty()) {
        moves_.assign(shown.world.size(), false);
        moves_[room_.foot()] = true;
        for (const NodeIndex row : room_.below()) moves_[row] = true;
    }
    feet_.push_back(shown.world[room_.foot()]);
    for (const NodeIndex row : rows_) shown_.push_back(shown.world[row]);
}

contacts::LowestOf HeldSole::lowest() const
{
    return [this, world = std::vector<WorldTransform>(moves_.size())](
               std::size_t frame, const Vec3& position, const Quat& rotation) mutable {
        const WorldTransform& foot = feet_[frame];
        const Quat turn = rotation * foot.rotation.conjugate();
        const Mat3 linear = turn.toRotationMatrix();
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            WorldTransform at = shown_[frame * rows_.size() + i];
            if (moves_[rows_[i]])
                at = {position + linear * (at.position - foot.position),
                      (turn * at.rotation).normalized(), linear * at.linear};
            world[rows_[i]] = at;
        }
        return room_.lowest(world);
    };
}

std::optional<HeldSole> heldSoleOf(const Document& doc, const retarget::Figure& figure,
                                   NodeIndex foot)
{
    for (const retarget::BodySide side : {retarget::BodySide::Left, retarget::BodySide::Right}) {
        if (figure.first(retarget::onSide(retarget::Role::LeftFoot, side)) != foot) continue;
        const retarget::ReferencePose reference =
            retarget::referencePoseOf(*doc.scene, figure, retarget::standingPose(doc, figure));
        if (auto room = retarget::soleRoomOf(*doc.scene, figure, reference, side))
            return HeldSole(*std::move(room));
    }
    return {};
}

}  // namespace posewright::operate
