#pragma once

#include <QAbstractButton>
#include <QApplication>
#include <QMessageBox>
#include <QTimer>

#include <vector>

namespace posewright::test {

/// Presses a button of the next message boxes, in the order they come; counts those answered.
class Answers : public QObject {
public:
    struct Answer {
        QString box;
        QString button;
    };

    explicit Answers(std::vector<Answer> wanted) : wanted_(std::move(wanted))
    {
        connect(&timer_, &QTimer::timeout, this, &Answers::look);
        timer_.start(10);
    }
    int given() const { return given_; }
    /// What the boxes said: text, a line break, what else they tell.
    const QStringList& said() const { return said_; }

private:
    void look()
    {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (!box || given_ >= std::ssize(wanted_) || box->objectName() != wanted_[given_].box)
            return;
        for (QAbstractButton* button : box->buttons())
            if (button->text().remove('&') == wanted_[given_].button) {
                ++given_;
                said_ << box->text() + u'\n' + box->informativeText();
                button->click();
                return;
            }
    }

    std::vector<Answer> wanted_;
    int given_ = 0;
    QStringList said_;
    QTimer timer_;
};

}  // namespace posewright::test
