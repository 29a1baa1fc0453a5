#include "ui/desk/field_keys.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QChildEvent>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTimer>
#include <QWidget>

#include <algorithm>

namespace posewright::ui {

namespace {

bool plain(const QKeyEvent& key)
{
    return !(key.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
}

/// Is a number being typed, so that letters may be its unit?
bool typing(const QAbstractSpinBox& field)
{
    const auto* line = field.findChild<QLineEdit*>();
    return line && line->isModified() && !line->hasSelectedText();
}

/// Keys that the focused combo box or button needs itself.
bool isItsOwn(const QObject* field, const QKeyEvent& key)
{
    if (!plain(key)) return false;
    if (qobject_cast<const QAbstractButton*>(field)) return key.key() == Qt::Key_Space;
    if (!qobject_cast<const QComboBox*>(field)) return false;
    switch (key.key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Home:
    case Qt::Key_End: return true;
    default: return false;
    }
}

/// Ctrl+letter except the usual editing keys. On X11, fields use some of them for moving and
/// deleting, as terminals do.
bool isAction(const QObject* field, const QKeyEvent& key)
{
    if (!qobject_cast<const QLineEdit*>(field) && !qobject_cast<const QAbstractSpinBox*>(field))
        return false;
    if (key.modifiers() != Qt::ControlModifier) return false;
    if (key.key() < Qt::Key_A || key.key() > Qt::Key_Z) return false;
    using K = QKeySequence;
    const auto edits = {K::Copy, K::Cut, K::Paste, K::SelectAll, K::Undo, K::Redo};
    return std::none_of(edits.begin(), edits.end(),
                        [&](K::StandardKey one) { return key.matches(one); });
}

/// Keys that go to the window although the field would accept them.
bool isWindows(const QAbstractSpinBox& field, const QKeyEvent& key)
{
    if (key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo)) return true;
    if (!plain(key)) return false;
    if (key.key() == Qt::Key_Space) return true;
    const bool letter = key.key() >= Qt::Key_A && key.key() <= Qt::Key_Z;
    return letter && !typing(field);
}

}  // namespace

FieldKeys::FieldKeys(QWidget* home, QObject* parent) : QObject(parent), home_(home) {}

void FieldKeys::watch(QWidget* root)
{
    root->installEventFilter(this);
    for (QWidget* child : root->findChildren<QWidget*>()) child->installEventFilter(this);
}

bool FieldKeys::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ChildPolished) {
        if (auto* child = qobject_cast<QWidget*>(static_cast<QChildEvent*>(event)->child()))
            watch(child);
        return false;
    }
    if (event->type() == QEvent::ShortcutOverride &&
        isItsOwn(watched, *static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::ShortcutOverride &&
        isAction(watched, *static_cast<QKeyEvent*>(event))) {
        event->ignore();
        return true;
    }
    auto* field = qobject_cast<QAbstractSpinBox*>(watched);
    if (!field) return false;
    if (event->type() == QEvent::ShortcutOverride) {
        const auto& key = *static_cast<QKeyEvent*>(event);
        if (isWindows(*field, key)) {
            event->ignore();
            return true;
        }
        if (plain(key) && (key.key() == Qt::Key_Up || key.key() == Qt::Key_Down)) {
            event->accept();
            return true;
        }
    }
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Escape)
            QTimer::singleShot(0, field, [this, field] {
                if (QApplication::focusWidget() == field) home_->setFocus();
            });
    }
    return false;
}

}  // namespace posewright::ui
