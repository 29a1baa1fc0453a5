#pragma once

#include <QAbstractItemView>
#include <QApplication>
#include <QDialog>
#include <QFileDialog>
#include <QLineEdit>
#include <QTimer>
#include <QTreeWidget>
#include <QtTest>

#include <functional>
#include <utility>

namespace posewright::test {

/// Does something to the next dialog that it is told of, once.
class InDialog : public QObject {
public:
    /// @param is  whether this is the dialog, and ready
    InDialog(std::function<bool(QDialog&)> is, std::function<void(QDialog&)> act) :
        is_(std::move(is)), act_(std::move(act))
    {
        connect(&timer_, &QTimer::timeout, this, [this] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (!dialog || done_ || !is_(*dialog)) return;
            done_ = true;
            act_(*dialog);
        });
        timer_.start(20);
    }
    InDialog(const QString& name, std::function<void(QDialog&)> act) :
        InDialog([name](QDialog& dialog) { return dialog.objectName() == name; }, std::move(act))
    {
    }
    bool done() const { return done_; }

private:
    std::function<bool(QDialog&)> is_;
    std::function<void(QDialog&)> act_;
    QTimer timer_;
    bool done_ = false;
};

/// Is it the reach doctor, and has it found something?
inline bool hasRemedies(QDialog& dialog)
{
    const auto* list = dialog.findChild<QTreeWidget*>("curesList");
    return list && list->topLevelItemCount() > 0;
}

/// Opens a dialog, does something in it when it is ready, and closes it if that did not.
template <class Dialog>
void whileOpen(
    const std::function<void()>& open, const std::function<void(Dialog&)>& act,
    const std::function<bool(Dialog&)>& ready = [](Dialog&) { return true; })
{
    const auto is = [&](QDialog& dialog) {
        auto* ours = qobject_cast<Dialog*>(&dialog);
        return ours && ready(*ours);
    };
    const InDialog answer(is, [&](QDialog& dialog) {
        act(static_cast<Dialog&>(dialog));
        if (dialog.isVisible()) dialog.reject();
    });
    open();
    QTRY_VERIFY(answer.done());
    QTRY_VERIFY(!QApplication::activeModalWidget());
}

/// Types a path into the next file dialog and presses Return: two gestures.
class FileAnswer : public InDialog {
public:
    explicit FileAnswer(const QString& path) :
        InDialog([](QDialog& dialog) { return qobject_cast<QFileDialog*>(&dialog) != nullptr; },
                 [path](QDialog& dialog) {
                     auto* name = dialog.findChild<QLineEdit*>("fileNameEdit");
                     // Typing lets go of what the list proposes; setting the text does not.
                     dialog.findChild<QAbstractItemView*>("listView")->clearSelection();
                     name->setText(path);
                     QTest::keyClick(name, Qt::Key_Return);
                 })
    {
    }
    int gestures() const { return done() ? 2 : 0; }
};

}  // namespace posewright::test
