#include "ui/files/choose_figures.h"

#include "core/operate/bring_in.h"
#include "ui/session/text.h"

#include <QCoreApplication>
#include <QInputDialog>

#include <algorithm>

namespace posewright::ui {

namespace {

using retarget::Figure;

/// The name of a figure: that of the topmost node above its hips.
QString nameOf(const Figure& figure, const Scene& scene)
{
    NodeIndex row = figure.first(retarget::Role::Hips);
    while (row != kNoNode && scene[row].parent != kNoNode) row = scene[row].parent;
    return row == kNoNode ? QString() : toQt(scene[row].name);
}

QString figuresTr(const char* text)
{
    return QCoreApplication::translate("ChooseFigures", text);
}

}  // namespace

std::optional<FigurePair> chooseFigures(const Document& doc, const std::vector<NodeId>& selected,
                                        QWidget* parent)
{
    std::vector<Figure> figures = retarget::figuresOf(*doc.scene);
    if (figures.size() < 2) return {};
    const auto movement = [&](const Figure& figure) { return operate::bonesMovedIn(doc, figure); };
    std::ranges::stable_sort(figures, std::ranges::greater(), movement);
    Figure here = figures.back();
    for (const NodeId node : selected)
        if (const auto chosen = operate::figureWith(*doc.scene, node)) here = *chosen;
    std::erase(figures, here);
    if (figures.size() == 1) return FigurePair{std::move(here), std::move(figures.front())};

    QStringList names;
    for (const Figure& figure : figures) names << nameOf(figure, *doc.scene);
    bool accepted = false;
    const QString name = QInputDialog::getItem(
        parent, figuresTr("Bring In Motion of This Document"),
        figuresTr("The motion of which figure, for %1?").arg(nameOf(here, *doc.scene)), names, 0,
        /*editable=*/false, &accepted);
    if (!accepted) return {};
    return FigurePair{std::move(here),
                      std::move(figures[std::max<qsizetype>(0, names.indexOf(name))])};
}

}  // namespace posewright::ui
