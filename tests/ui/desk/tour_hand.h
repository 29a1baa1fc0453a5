#pragma once

#include "tests/ui/desk/desk_support.h"
#include "tests/ui/desk/export_answer.h"
#include "tests/ui/desk/in_dialog.h"
#include "tests/ui/desk/row_place.h"
#include "ui/actions/tours.h"
#include "ui/desk/tour_bar.h"

#include <QKeySequence>
#include <QPushButton>
#include <QSignalSpy>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>

namespace posewright::test {

/// Does what the steps of a tour say, with pointer and keys, and counts the gestures.
class TourHand {
public:
    /// @param files  what the tour calls a file: where it is
    TourHand(Desktop& desk, std::map<std::string, QString> files) :
        desk_(desk), files_(std::move(files))
    {
    }

    int gestures() const { return gestures_; }

    void act(const nlohmann::json& step)
    {
        for (const nlohmann::json& gesture : step) one(gesture);
    }

private:
    void one(const nlohmann::json& gesture)
    {
        const auto word = [&](const char* name) {
            return gesture.contains(name) ? gesture[name].get<std::string>() : std::string();
        };
        if (gesture.contains("key")) return key(word("key"));
        if (gesture.contains("drag")) {
            const auto by = gesture["by"].get<std::array<double, 3>>();
            return drag(word("drag").c_str(), {by[0], by[1], by[2]});
        }
        if (gesture.contains("plant"))
            return plant(word("plant").c_str(), gesture["from"], gesture["to"]);
        if (gesture.contains("ruler")) return goTo(gesture["ruler"]);
        if (gesture.contains("middleOfContact")) return goToContact();
        if (gesture.contains("dialog")) return inDialog(word("action"), word("dialog"));
        if (gesture.contains("watch"))
            return QTest::qWait(static_cast<int>(1000 * gesture["watch"].get<double>()));
        if (gesture.contains("open")) return open(files_[word("open")]);
        if (gesture.contains("bringIn")) return bringIn(files_[word("bringIn")]);
        if (gesture.contains("export")) return exportTo(files_[word("export")]);
        qFatal("nobody does %s", gesture.dump().c_str());
    }

    void key(const std::string& keys)
    {
        const QKeySequence sequence(QString::fromStdString(keys));
        const auto pressed = sequence[0];
        QTest::keyClick(desk_.canvas(), pressed.key(), pressed.keyboardModifiers());
        QTest::qWait(300);  // the camera comes round
        ++gestures_;
    }
    void drag(const char* target, const Vec3& by)
    {
        const Vec3 from = desk_.world(desk_.node(target));
        desk_.dragInView(desk_.seen(from), desk_.seen(from + by));
        ++gestures_;
    }
    void goTo(double frame)
    {
        desk_.clickRuler(frame);
        ++gestures_;
    }
    void goToContact()
    {
        for (const SpanRow& row : desk_.doc().clip().spans)
            for (const Span& span : row.spans)
                if (span.kind == SpanKind::Contact) {
                    const double middle = std::round((span.start + span.end) / 2);
                    // Where a person stopped it may be there already.
                    return goTo(desk_.session.playhead().frame() == middle ? middle + 1 : middle);
                }
    }
    void plant(const char* target, double from, double to)
    {
        QWidget* canvas = desk_.window.timeline().viewport();
        const QPoint a = onRow(target, to), b = onRow(target, from);
        QTest::mousePress(canvas, Qt::LeftButton, Qt::AltModifier, a);
        for (int i = 1; i <= 8; ++i) {
            const QPoint there = a + (b - a) * i / 8;
            QMouseEvent event(QEvent::MouseMove, there, canvas->mapToGlobal(QPointF(there)),
                              Qt::NoButton, Qt::LeftButton, Qt::AltModifier);
            QCoreApplication::sendEvent(canvas, &event);
        }
        QTest::mouseRelease(canvas, Qt::LeftButton, Qt::AltModifier, b);
        ++gestures_;
    }
    QPoint onRow(const char* name, double frame)
    {
        return placeOnRow(desk_.window.timeline(), name, frame);
    }
    void inDialog(const std::string& action, const std::string& name)
    {
        const InDialog answer(QString::fromStdString(name),
                              [](QDialog& dialog) { QTest::keyClick(&dialog, Qt::Key_Return); });
        desk_.trigger(action);
        QTRY_VERIFY_WITH_TIMEOUT(answer.done(), 60000);
        gestures_ += 3;  // the menu, its entry, Return
    }
    void open(const QString& path)
    {
        QSignalSpy opened(&desk_.session.file(), &ui::DocumentFile::opened);
        const FileAnswer answer(path);
        desk_.trigger("file.open");
        QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 60000);
        gestures_ += 1 + answer.gestures();
    }
    void bringIn(const QString& path)
    {
        const FileAnswer file(path);
        const std::size_t clips = desk_.doc().clips.size();
        const InDialog takes(
            [](QDialog& dialog) {
                const auto buttons = dialog.findChildren<QPushButton*>();
                return std::ranges::any_of(buttons, [](const QPushButton* button) {
                    return button->text() == "&Bring In" && button->isEnabled();
                });
            },
            [](QDialog& dialog) { QTest::keyClick(&dialog, Qt::Key_Return); });
        desk_.trigger("file.bringIn");
        QTRY_VERIFY_WITH_TIMEOUT(takes.done(), 60000);
        QTRY_COMPARE_WITH_TIMEOUT(desk_.doc().clips.size(), clips + 1, 60000);
        QTRY_VERIFY_WITH_TIMEOUT(!QApplication::activeModalWidget(), 60000);
        desk_.activate();
        gestures_ += 3 + file.gestures();
    }
    void exportTo(const QString& path)
    {
        const ExportAnswer answer(path);
        QSignalSpy exported(&desk_.session.file(), &ui::DocumentFile::exported);
        desk_.activate();
        QTest::keyClick(&desk_.window, Qt::Key_E, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 120000);
        gestures_ += 1 + answer.gestures();
    }

    Desktop& desk_;
    std::map<std::string, QString> files_;
    int gestures_ = 0;
};

}  // namespace posewright::test
