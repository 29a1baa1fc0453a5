#pragma once

#include <QDialog>

#include <string_view>
#include <vector>

class QFormLayout;

namespace posewright::ui {

class Actions;

/// What can be set for all documents, in one place: the checkable actions of the menus that do so.
/// A change takes effect at once.
class PreferencesDialog : public QDialog {
    Q_OBJECT

public:
    PreferencesDialog(Actions& actions, QWidget* parent);

private:
    void addChoice(QFormLayout& form, const QString& title,
                   const std::vector<std::string_view>& ids);
    /// @param text  empty: that of the action
    void addFlag(QFormLayout& form, std::string_view id, const QString& text);

    Actions& actions_;
};

}  // namespace posewright::ui
