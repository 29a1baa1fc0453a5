#include "ui/inspector/morph_form.h"

#include "ui/inspector/sliding_number.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>

#include <variant>

namespace posewright::ui {

namespace {

constexpr std::size_t kSearched = 12;  ///< with more morphs there is a search field
constexpr std::size_t kMostRows = 80;
constexpr int kNameWidth = 110;  ///< [px]

const MeshPart* morphedMesh(const Scene& scene, NodeIndex row)
{
    const auto* part = row == kNoNode ? nullptr : std::get_if<MeshPart>(&scene[row].part);
    return part && !part->morphs.empty() ? part : nullptr;
}

}  // namespace

MorphForm::MorphForm(Session& session, Evaluator& evaluator) :
    Form(tr("Morphs"), session, evaluator), search_(new QLineEdit)
{
    search_->setObjectName(QStringLiteral("inspectorMorphSearch"));
    search_->setPlaceholderText(tr("Search morphs"));
    search_->setAccessibleName(tr("Search morphs"));
    search_->setClearButtonEnabled(true);
    connect(search_, &QLineEdit::textChanged, this, [this] { refresh(); });
    addWide(search_);
    list_ = new QWidget;
    addWide(list_);
    more_ = addText(tr("More"), QStringLiteral("inspectorMoreMorphs"));
}

SlidingNumber* MorphForm::makeRow(const std::string& name)
{
    auto* field =
        new NumberField(NumberField::Kind::Share, QStringLiteral("inspectorMorph:") + toQt(name));
    field->setAccessibleName(toQt(name));
    bind(field, QString(), [this, name]() -> Maker {
        edit::SetMorphKey key;
        key.mesh = session().selection().active();
        key.morph = name;
        key.frame = frame();
        return [key](double value) mutable -> Edits {
            key.value = value;
            return {key};
        };
    });
    return new SlidingNumber(field, 0, 1);
}

void MorphForm::build(const Mesh& mesh)
{
    delete list_->layout();
    qDeleteAll(list_->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    shown_.clear();
    auto* rows = new QFormLayout(list_);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setVerticalSpacing(2);
    std::size_t left = 0;
    for (std::size_t i = 0; i < mesh.morphs.size(); ++i) {
        const std::string name = morphName(mesh, i);
        if (!toQt(name).contains(searched_, Qt::CaseInsensitive)) continue;
        if (shown_.size() == kMostRows) {
            ++left;
            continue;
        }
        SlidingNumber* number = makeRow(name);
        auto* title = new QLabel;
        title->setTextFormat(Qt::PlainText);
        title->setForegroundRole(QPalette::PlaceholderText);
        title->setFixedWidth(kNameWidth);
        title->setText(
            title->fontMetrics().elidedText(toQt(name), Qt::ElideMiddle, kNameWidth - 4));
        title->setToolTip(toQt(name).toHtmlEscaped());
        title->setBuddy(number->field());
        rows->addRow(title, number);
        shown_.push_back({i, number});
    }
    const QString text = shown_.empty() ? tr("no morph has \"%1\" in its name").arg(searched_)
                         : left > 0     ? tr("and %1 others: search for them").arg(left)
                                        : QString();
    setText(more_, text);
}

bool MorphForm::fill()
{
    const Scene& scene = *doc().scene;
    const NodeIndex row = scene.find(session().selection().active());
    const MeshPart* part = morphedMesh(scene, row);
    if (!part || session().selection().nodes().size() != 1) return false;
    const bool other = !mesh_ || !mesh_->sameAs(part->mesh);
    if (other) search_->clear();
    setRowVisible(search_, part->morphs.size() > kSearched);
    if (other || searched_ != search_->text().trimmed()) {
        mesh_ = part->mesh;
        searched_ = search_->text().trimmed();
        build(*part->mesh);
    }
    std::vector<double> weights = part->morphs;
    sampleMorphs(doc().clip().track(scene[row].id), frame(), weights);
    for (const Row& shown : shown_) shown.number->showValue(weights[shown.morph]);
    return true;
}

}  // namespace posewright::ui
