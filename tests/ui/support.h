#pragma once

#include "tests/support/figures.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/viewport/viewport.h"

#include <cmath>
#include <utility>
#include <vector>

namespace posewright::test {

/// A viewport that draws nothing and has a size: what interaction needs, without a screen.
class BlindViewport final : public ui::Viewport {
public:
    explicit BlindViewport(ui::Session& session) : stage_(ui::stageOf(session.document()))
    {
        camera_ = ui::defaultCamera(stage_, viewSize());
    }
    QWidget& widget() override { return widget_; }
    const Camera& camera() const override { return camera_; }
    void setCamera(const Camera& camera) override
    {
        camera_ = withClipPlanes(camera, stage_.sceneSize());
    }
    ViewSize viewSize() const override { return {800, 600}; }
    const ui::Stage& stage() const override { return stage_; }
    void frameSelected() override {}
    void frameAll() override {}
    void frameMotion() override {}
    std::vector<Vec3> shownPoints() const override { return {}; }
    bool draws() const override { return false; }

private:
    QWidget widget_;
    ui::Stage stage_;
    Camera camera_;
};

/// 64 bones: a trunk of 4 with 12 limbs of 5 bones, one target on the tip of each of `targets`
/// limbs (chain: the limb), keyed at frames 0 and 20.
inline Document crowdOfLimbs(int targets)
{
    Document doc = emptyDocument();
    std::vector<Node> nodes;
    std::vector<Constraint> constraints;
    const auto stick = [](const Vec3& tip) -> Part {
        BonePart bone;
        bone.tip = tip;
        return Part(std::in_place_type<BonePart>, std::move(bone));
    };
    for (int i = 0; i < 4; ++i)
        nodes.push_back(makeNode(1 + i, "trunk" + std::to_string(i), i - 1,
                                 i == 0 ? Vec3(0, 1, 0) : Vec3(0, 0.25, 0),
                                 stick(Vec3(0, 0.25, 0))));
    for (int limb = 0; limb < 12; ++limb) {
        const double angle = limb * 0.5235;
        for (int i = 0; i < 5; ++i) {
            Node node = makeNode(100 + limb * 10 + i,
                                 "limb" + std::to_string(limb) + "." + std::to_string(i),
                                 i == 0 ? limb % 4 : static_cast<int>(nodes.size()) - 1,
                                 i == 0 ? Vec3::Zero() : Vec3(0.2, 0, 0), stick(Vec3(0.2, 0, 0)));
            node.rest.rotation = Quat(i == 0 ? Eigen::AngleAxisd(angle, Vec3::UnitY())
                                             : Eigen::AngleAxisd(0.2, Vec3::UnitZ()));
            nodes.push_back(node);
        }
    }
    const int bones = static_cast<int>(nodes.size());
    doc.scene = *Scene::make(nodes);
    const std::vector<WorldTransform> world = worldTransforms(*doc.scene, restPose(*doc.scene));
    for (int t = 0; t < targets; ++t) {
        const int tip = doc.scene->find(NodeId(100 + t * 10 + 4));
        Node target = makeNode(500 + t, "target" + std::to_string(t), kNoNode, world[tip].position);
        nodes.push_back(target);
        Constraint c;
        c.id = ConstraintId(600 + t);
        c.target = target.id;
        c.effector = NodeId(100 + t * 10 + 4);
        c.root = NodeId(100 + t * 10);
        constraints.push_back(c);
    }
    Q_ASSERT(bones == 64);
    doc.scene = *Scene::make(nodes);
    doc.rig = Rig{constraints};
    doc.nextId = 1000;
    doc.playback.end = 20;
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
        for (const Constraint& c : constraints) {
            Span span;
            span.end = 20;
            setSpan(clip, c.id, span);
        }
    });
    for (int t = 0; t < targets; ++t) {
        const Vec3 at = nodes[bones + t].rest.translation;
        doc = withKeys(doc, NodeId(500 + t), {{0, at}, {20, at * 0.9}});
    }
    return doc;
}

/// 64 bones and 12 targets that act, and are keyed, on all frames.
inline Document longCrowd(int frames)
{
    Document doc = crowdOfLimbs(12);
    doc.playback.end = frames;
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
        for (SpanRow& row : clip.spans) row.spans.front().end = frames;
    });
    for (const Constraint& c : doc.rig->constraints) {
        std::vector<std::pair<double, Vec3>> keys;
        const Vec3 at = (*doc.scene)[doc.scene->find(c.target)].rest.translation;
        for (int frame = 0; frame <= frames; frame += 10)
            keys.emplace_back(frame, at * (0.8 + 0.15 * std::sin(frame * 0.1)));
        doc = withKeys(doc, c.target, keys);
    }
    return doc;
}

}  // namespace posewright::test
