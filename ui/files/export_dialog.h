#pragma once

#include "ui/files/export_memory.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace posewright::ui {

/// The export options: presets, choices, and a summary of what the file will contain that follows
/// every choice. When accepted, the path is one that may be written.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    /// @pre session outlives it
    ExportDialog(const Session& session, const ExportChoices& first, QWidget* parent);

    ExportChoices choices() const;
    void accept() override;

private:
    void buildFile();
    void buildTime();
    void buildUnit();
    void buildParts();
    /// One press leaves out the frames after which nothing moves, where there are some.
    void addStillEnd(QHBoxLayout& row);
    void fill(const ExportChoices& choices);
    void showUnit(double metres);
    void takePreset(int row);
    void takeEnding(const QString& ending);
    /// All clips or the one that is shown, as such a file usually gets, unless chosen by hand.
    void offerClips();
    void browse();
    /// Updates all fields and the summary after a choice.
    void refresh();
    QCheckBox* addSwitch(const char* name, const QString& text, const QString& tip);

    const Session& session_;
    const bool hasMeshes_;
    const bool hasTextures_;
    bool filling_ = false;
    bool clipsChosen_ = false;  ///< by hand; else they follow the format
    ExportView view_;
    std::map<std::string, double> units_;  ///< [m] that were chosen, by unitKey; else it is the
                                           ///< usual one for what is chosen
    QFormLayout* form_;
    QComboBox* preset_;
    QLineEdit* path_;
    QComboBox* format_;
    QComboBox* clips_;
    QCheckBox* part_;
    QDoubleSpinBox* start_;
    QDoubleSpinBox* end_;
    QDoubleSpinBox* rate_;
    QComboBox* unit_;
    QHBoxLayout* keysRow_;
    QComboBox* keys_;
    QDoubleSpinBox* tolerance_;
    QComboBox* order_;
    QCheckBox* safeNames_;
    QCheckBox* portable_;
    QCheckBox* ends_;
    QCheckBox* meshes_;
    QCheckBox* textures_;
    QCheckBox* hidden_;
    QCheckBox* beside_;
    QCheckBox* targets_;
    QLabel* words_;
    QPushButton* export_;
};

}  // namespace posewright::ui
