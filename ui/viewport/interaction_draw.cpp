#include "ui/models/status_text.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/session/text.h"
#include "ui/viewport/interaction.h"
#include "ui/viewport/stage.h"
#include "ui/viewport/viewport.h"

#include <algorithm>
#include <string_view>

namespace posewright::ui {

namespace {

/// Is it a name that bones get when they are drawn: "bone", "bone2"?
bool isAsDrawn(std::string_view name)
{
    constexpr std::string_view kBone = "bone";
    return name.starts_with(kBone) && std::ranges::all_of(name.substr(kBone.size()), [](char c) {
               return c >= '0' && c <= '9';
           });
}

}  // namespace

std::optional<BoneDrawing::Sight> Interaction::drawingSight() const
{
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    if (!shown) return std::nullopt;
    const ViewState& state = view_.settings().now();
    return BoneDrawing::Sight{session_.document(),
                              *shown,
                              view_.camera(),
                              view_.viewSize(),
                              state.snap ? view_.stage().gridStep() / 10 : 0,
                              state.meshes != MeshStyle::Hidden,
                              state.hidden};
}

void Interaction::drawTo(const QPointF& at)
{
    const auto sight = drawingSight();
    if (!sight) return;
    last_ = at;
    drawing_.setMirrored(session_.selection().bothSides());
    if (const auto bone = drawing_.click(*sight, {at.x(), at.y()})) {
        const Result<operate::Edits> edits = operate::plainEdits(session_.document(), *bone);
        const Result<void> done =
            edits ? session_.commit(*edits, tr("Draw bone")) : Result<void>(edits.error());
        if (!done) {
            emit hint(errorText(done.error()));
            return;
        }
        const auto& made = std::get<edit::AddBone>(edits->front());
        const Scene& scene = *session_.document().scene;
        const NodeId node = scene[scene.find(std::string_view(made.name))].id;
        session_.selection().pick({node});
        drawing_.goOn(session_.document(), session_.playhead().frame(), node);
    }
    showDrawing();
}

void Interaction::showDrawing()
{
    const auto sight = drawingSight();
    const auto bone = sight ? drawing_.preview(*sight, {last_.x(), last_.y()}) : std::nullopt;
    readout_.clear();
    if (bone) readout_ = {lengthText((bone->second - bone->first).norm(), view_.stage().unit)};
    const QString mirrored = session_.selection().bothSides() ? tr("on") : tr("off");
    emit hint(
        drawing_.started()
            ? tr("Click: the bone ends here and the next begins \u2013 X: mirrored (%1) \u2013 "
                 "Esc, Enter or right click: the chain ends")
                  .arg(mirrored)
            : tr("Click where a bone begins, or on a joint to branch from it \u2013 X: mirrored "
                 "(%1) \u2013 Esc: no more bones")
                  .arg(mirrored));
    emit overlayChanged();
}

void Interaction::drawingKey(int key)
{
    const Scene& scene = *session_.document().scene;
    if (key == Qt::Key_X) {
        session_.selection().setBothSides(!session_.selection().bothSides());
    } else if (drawing_.started()) {
        drawing_.end();
    } else {
        const NodeIndex row = scene.find(session_.selection().active());
        const bool drawn = row != kNoNode && scene[row].bone() && isAsDrawn(scene[row].name);
        view_.settings().take(Tool::Select);
        emit hint(drawn ? tr("F2 renames the selected bone: a body is known by names such as "
                             "LeftArm or upper_arm.R")
                        : QString());
        return;
    }
    showDrawing();
}

void Interaction::endDrawing()
{
    drawing_.end();
    showDrawing();
}

}  // namespace posewright::ui
