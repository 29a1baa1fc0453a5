#pragma once

#include "tests/ui/support.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/number_field.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QtTest>

namespace posewright::test {

/// The inspector on an arm whose target is selected, and the hand that uses it: what is typed,
/// dragged and chosen becomes edits, one gesture one step. Numbers are written as Germans do.
class InspectorTest : public QObject {
protected:
    std::unique_ptr<ui::Session> session_;
    std::unique_ptr<ui::Evaluator> evaluator_;
    std::unique_ptr<ui::Inspector> inspector_;

    ui::NumberField& field(const char* name)
    {
        auto* found = inspector_->findChild<ui::NumberField*>(name);
        if (!found) qFatal("no field %s", name);
        return *found;
    }
    QComboBox& choice(const char* name) { return *inspector_->findChild<QComboBox*>(name); }
    const Constraint& target() { return session_->document().rig->constraints.front(); }
    Vec3 keyed(double frame)
    {
        const Track* track = session_->document().clip().track(target().target);
        return sample(track, Transform{}, frame).translation;
    }
    void type(ui::NumberField& into, const QString& text)
    {
        auto* edit = into.findChild<QLineEdit*>();
        QTest::mouseClick(edit, Qt::LeftButton);
        if (!into.hasFocus()) into.setFocus();  // it may be scrolled out of sight
        edit->selectAll();
        QVERIFY(into.hasFocus());
        QTest::keyClicks(&into, text);
        QTest::keyClick(&into, Qt::Key_Return);
    }
    /// Every field that is there is as high as it needs to be, and none lies on another.
    void nothingIsSquashed()
    {
        QCoreApplication::sendPostedEvents();  // what was shown or hidden is laid out
        QTRY_COMPARE(squashed(), QString());
    }
    QString squashed()
    {
        std::vector<std::pair<QRect, QString>> places;
        for (QWidget* widget : inspector_->findChildren<QWidget*>()) {
            const bool field = qobject_cast<ui::NumberField*>(widget) ||
                               qobject_cast<QComboBox*>(widget) || qobject_cast<QCheckBox*>(widget);
            if (!field || !widget->isVisible()) continue;
            if (widget->height() < widget->minimumSizeHint().height())
                return QString("%1 is %2 high").arg(widget->objectName()).arg(widget->height());
            places.emplace_back(QRect(widget->mapTo(inspector_.get(), QPoint()), widget->size()),
                                widget->objectName());
        }
        for (std::size_t i = 0; i < places.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (places[i].first.intersects(places[j].first))
                    return places[i].second + " and " + places[j].second;
        return {};
    }
    void choose(QComboBox& box, int row)
    {
        box.setFocus();
        while (box.currentIndex() != row)
            QTest::keyClick(&box, box.currentIndex() < row ? Qt::Key_Down : Qt::Key_Up);
    }

    /// Anew before each test.
    void start()
    {
        QLocale::setDefault(QLocale(QLocale::German));
        // A field that loses the focus while it goes still ends its gesture: the session goes last.
        inspector_.reset();
        evaluator_.reset();
        session_ = std::make_unique<ui::Session>();
        session_->startNew(chainDocument(3, 0.3, 20), "arm");
        evaluator_ = std::make_unique<ui::Evaluator>(*session_);
        evaluator_->setBudget(1e9);
        inspector_ = std::make_unique<ui::Inspector>(*session_, *evaluator_);
        inspector_->resize(320, 900);
        inspector_->show();
        QVERIFY(QTest::qWaitForWindowExposed(inspector_.get()));
        inspector_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(inspector_.get()));
        session_->selection().setNodes({target().target});
        session_->playhead().setFrame(7);
    }
};

}  // namespace posewright::test
