#pragma once

#include <QDockWidget>
#include <QObject>
#include <QPointer>

#include <vector>

class QMainWindow;
class QSettings;

namespace posewright::ui {

/// Keeps the shares of the window's height that the user gave to panels when the window is resized:
/// for panels below or above the view, and for panels stacked at a side.
class PanelShares : public QObject {
    Q_OBJECT

public:
    /// @param panels those across the window first, then those at its sides, which fill the rest
    /// @pre all outlive it
    PanelShares(QMainWindow& window, const std::vector<QDockWidget*>& panels);

    /// Takes the current shares as the user's choice.
    void take();

    void keepIn(QSettings& settings) const;
    /// Applies the stored shares, now and from now on.
    void restoreFrom(const QSettings& settings);

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void changed();

private:
    struct Panel {
        QPointer<QDockWidget> dock;
        double share = 0;  ///< in (0, 1]; 0: it was not in the window yet
    };

    bool placed(QDockWidget* dock) const;
    bool across(QDockWidget& dock) const;
    /// The panels above or below it on the same side.
    QList<QDockWidget*> column(QDockWidget& dock) const;
    void takeNew();
    void apply();
    void resize(QDockWidget& dock, int height);

    QMainWindow& window_;
    std::vector<Panel> panels_;
};

}  // namespace posewright::ui
