#include "ui/time/walk.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace posewright::ui {

namespace {

int rowsOn(int key, int page)
{
    switch (key) {
    case Qt::Key_Up: return -1;
    case Qt::Key_Down: return 1;
    case Qt::Key_PageUp: return -page;
    case Qt::Key_PageDown: return page;
    default: return 0;
    }
}

std::optional<double> nearestStop(const std::vector<double>& stops, double frame)
{
    if (stops.empty()) return {};
    return *std::min_element(stops.begin(), stops.end(), [frame](double a, double b) {
        return std::abs(a - frame) < std::abs(b - frame);
    });
}

}  // namespace

bool isWalk(int key)
{
    return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Home ||
           key == Qt::Key_End || rowsOn(key, 1) != 0;
}

std::optional<TimeCell> walked(TimeCells& cells, TimeCell to, int key, int page)
{
    to.row = std::clamp(to.row, 0, cells.rows() - 1);
    const int by = rowsOn(key, page);
    to.row = std::clamp(to.row + by, 0, cells.rows() - 1);
    const std::vector<double> stops = cells.stops(to.row);
    if (key == Qt::Key_Home) to.frame.reset();
    if (key == Qt::Key_End && !stops.empty()) to.frame = stops.back();
    if (key == Qt::Key_Right) {
        if (!to.frame && cells.fold(to.row) == TimeCells::Fold::Closed) {
            cells.setOpen(to.row, true);
            return {};
        }
        const auto next =
            to.frame ? std::upper_bound(stops.begin(), stops.end(), *to.frame) : stops.begin();
        if (next != stops.end()) to.frame = *next;
    }
    if (key == Qt::Key_Left) {
        if (!to.frame) {
            cells.setOpen(to.row, false);
            return {};
        }
        const auto at = std::lower_bound(stops.begin(), stops.end(), *to.frame);
        if (at == stops.begin())
            to.frame.reset();
        else
            to.frame = *std::prev(at);
    }
    if (by != 0 && to.frame) to.frame = nearestStop(stops, *to.frame);
    return to;
}

}  // namespace posewright::ui
