#pragma once

#include <QApplication>
#include <QDialog>
#include <QLineEdit>
#include <QTimer>
#include <QtTest>

namespace posewright::test {

/// Types a name into the next export dialog and presses Return there, as a person would; `first` is
/// done to it before. Counts the gestures: the name and Return.
class ExportAnswer : public QObject {
public:
    explicit ExportAnswer(QString path, std::function<void(QDialog&)> first = {}) :
        path_(std::move(path)), first_(std::move(first))
    {
        connect(&timer_, &QTimer::timeout, this, &ExportAnswer::look);
        timer_.start(20);
    }
    int gestures() const { return gestures_; }

private:
    void look()
    {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        if (!dialog || dialog->objectName() != "exportDialog") return;
        timer_.stop();
        if (first_) first_(*dialog);
        auto* name = dialog->findChild<QLineEdit*>("exportPath");
        if (!path_.isEmpty()) {
            name->selectAll();
            QTest::keyClicks(name, path_);
            ++gestures_;
        }
        QTest::keyClick(name, Qt::Key_Return);
        ++gestures_;
    }

    QString path_;
    std::function<void(QDialog&)> first_;
    QTimer timer_;
    int gestures_ = 0;
};

}  // namespace posewright::test
