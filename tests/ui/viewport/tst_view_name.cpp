#include "core/evaluate/evaluate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "ui/viewport/layers/view_name.h"

#include <QTest>

#include <numbers>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// The biped with its hips turned about the vertical at all frames.
Document turnedBiped(double degrees)
{
    const Document doc = test::biped(false);
    const NodeIndex hips = doc.scene->find("Hips");
    edit::SetJointKey key;
    key.joint = (*doc.scene)[hips].id;
    key.frame = 0;
    key.rotation = Quat(Eigen::AngleAxisd(degrees / 180 * std::numbers::pi, Vec3::UnitY())) *
                   (*doc.scene)[hips].rest.rotation;
    return *edit::apply(doc, key);
}

QString nameFrom(const Document& doc, StandardView view)
{
    const Evaluation shown = evaluate(doc, 0);
    return viewName(lookingFrom({}, view), doc, &shown).section(QString::fromUtf8(" \u00b7"), 0, 0);
}

}  // namespace

/// What the name of a standard view says of the figure's sides.
class TestViewName : public QObject {
    Q_OBJECT

private slots:
    void aFigureThatFacesTheFrontIsNamedByItsSides()
    {
        const Document doc = turnedBiped(0);
        QCOMPARE(nameFrom(doc, StandardView::Front), QString("Front"));
        QCOMPARE(nameFrom(doc, StandardView::Back), QString("Back"));
        QCOMPARE(nameFrom(doc, StandardView::Right),
                 QString("Right, from +X: the figure's left side"));
        QCOMPARE(nameFrom(doc, StandardView::Left),
                 QString::fromUtf8("Left, from \u2212X: the figure's right side"));
        QCOMPARE(nameFrom(doc, StandardView::Top), QString("Top"));
    }

    /// Its face is seen from +X.
    void aFigureThatFacesXShowsItsFrontThere()
    {
        const Document doc = turnedBiped(90);
        QCOMPARE(nameFrom(doc, StandardView::Right), QString("Right, from +X: the figure's front"));
        QCOMPARE(nameFrom(doc, StandardView::Left),
                 QString::fromUtf8("Left, from \u2212X: the figure's back"));
        QCOMPARE(nameFrom(doc, StandardView::Front),
                 QString("Front, from +Z: the figure's right side"));
    }

    void whatHasNoKnownSidesIsNamedByTheAxisAlone()
    {
        QCOMPARE(nameFrom(turnedBiped(45), StandardView::Right), QString("Right, from +X"));
        const Document box = *edit::apply(emptyDocument(), edit::AddBox{"Box", {0.1, 0.1, 0.1}});
        QCOMPARE(nameFrom(box, StandardView::Right), QString("Right, from +X"));
        QCOMPARE(viewName(lookingFrom({}, StandardView::Front), box, nullptr),
                 QString::fromUtf8("Front \u00b7 Perspective"));
    }
};

POSEWRIGHT_TEST(TestViewName, posewright::test::runPlain);
#include "tst_view_name.moc"
