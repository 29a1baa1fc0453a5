#pragma once

#include <QDockWidget>
#include <QObject>
#include <QPointer>

#include <vector>

class QMainWindow;
class QSettings;

namespace posewright::ui {

/// Keeps the shares of the window's height that the user gave to some panels, however small the
/// window becomes in between: of a panel below or above the view, and of one that has others above
/// or below it at a side.
class PanelShares : public QObject {
    Q_OBJECT

public:
    /// @param panels those across the window before those at its sides, which fill what is left
    /// @pre all outlive it
    PanelShares(QMainWindow& window, const std::vector<QDockWidget*>& panels);

    /// The user chose the shares that the panels have now.
    void take();

    void keepIn(QSettings& settings) const;
    /// Gives the panels the shares that were kept, now and from now on.
    void restoreFrom(const QSettings& settings);

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void changed();

private:
    struct Panel {
        QPointer<QDockWidget> dock;
        double share = 0;  ///< in (0, 1]; 0: it has had no place in the window yet
    };

    bool placed(QDockWidget* dock) const;
    bool across(QDockWidget& dock) const;
    /// Those above or below it at its side.
    QList<QDockWidget*> column(QDockWidget& dock) const;
    void takeNew();
    void apply();
    void resize(QDockWidget& dock, int height);

    QMainWindow& window_;
    std::vector<Panel> panels_;
};

}  // namespace posewright::ui
