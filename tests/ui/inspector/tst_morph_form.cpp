#include "core/evaluate/evaluate.h"
#include "tests/support/everything.h"
#include "tests/support/program.h"
#include "tests/ui/inspector/inspector_test.h"
#include "tests/ui/run.h"

#include <QSlider>
#include <QStyle>

using namespace posewright;
using namespace posewright::ui;

/// The morphs of a mesh: sliders that key them.
class TestMorphForm : public test::InspectorTest {
    Q_OBJECT

private slots:
    void init()
    {
        start();
        session_->startNew(test::everything(), "everything");
        session_->playhead().setFrame(7);
        for (const Node& node : session_->document().scene->nodes())
            if (hasMorphs(node)) mesh_ = node.id;
        session_->selection().setNodes({mesh_});
    }

    void eachMorphHasASliderThatStandsWhereItIs()
    {
        QCOMPARE(sliders().size(), 3);
        const std::vector<double> shown = weights();
        for (int i = 0; i < 3; ++i)
            QVERIFY(std::abs(sliders()[i]->value() / 1000.0 - std::clamp(shown[i], 0.0, 1.0)) <
                    1e-3);
        QVERIFY(std::abs(field("inspectorMorph:#1").value() - shown[0]) < 1e-9);
    }

    void aDragIsOneStepAndSetsOneKey()
    {
        const int steps = session_->history().count();
        QSlider& slider = *sliders()[1];
        QStyleOptionSlider option;
        option.initFrom(&slider);
        option.minimum = 0;
        option.maximum = 1000;
        option.orientation = Qt::Horizontal;
        option.sliderPosition = slider.sliderPosition();
        const QRect handle = slider.style()->subControlRect(QStyle::CC_Slider, &option,
                                                            QStyle::SC_SliderHandle, &slider);
        const QPoint from = handle.center();
        QTest::mousePress(&slider, Qt::LeftButton, {}, from);
        for (int x = 4; x <= 40; x += 4) QTest::mouseMove(&slider, from + QPoint(x, 0));
        QTest::mouseRelease(&slider, Qt::LeftButton, {}, from + QPoint(40, 0));
        QCOMPARE(session_->history().count(), steps + 1);
        const Track* track = session_->document().clip().track(mesh_);
        QVERIFY(track && track->morphs.size() > 1);
        QCOMPARE(track->morphs[1]->size(), std::size_t(1));
        QCOMPARE(track->morphs[1]->keys()[0].frame, 7.0);
        QVERIFY(weights()[1] > 0.1);
        session_->undo();
        QCOMPARE(weights()[1], 0.0);
    }

    void aTypedNumberMayBeBeyondTheSlider()
    {
        type(field("inspectorMorph:#3"), "1.75");
        QCOMPARE(weights()[2], 1.75);
        QCOMPARE(sliders()[2]->value(), 1000);
        nothingIsSquashed();
    }

    void anArrowOnTheSliderIsAStep()
    {
        const int steps = session_->history().count();
        const double before = weights()[0];
        sliders()[0]->setFocus();
        QTest::keyClick(sliders()[0], Qt::Key_Right);
        QCOMPARE(session_->history().count(), steps + 1);
        QVERIFY(weights()[0] > before);
    }

    void anotherNodeHasNone()
    {
        session_->selection().setNodes({session_->document().scene->nodes()[1].id});
        for (const QSlider* slider : sliders()) QVERIFY(!slider->isVisible());
    }

private:
    QList<QSlider*> sliders() const
    {
        QList<QSlider*> out;
        for (const char* name : {"#1", "#2", "#3"})
            if (auto* one =
                    inspector_->findChild<QSlider*>(QString("inspectorMorph:%1Slider").arg(name)))
                out << one;
        return out;
    }
    std::vector<double> weights() const
    {
        return evaluate(session_->document(), session_->playhead().frame()).morphs.at(0).weights;
    }

    NodeId mesh_ = NodeId::None;
};

POSEWRIGHT_TEST(TestMorphForm, posewright::test::runWithWidgets);
#include "tst_morph_form.moc"
