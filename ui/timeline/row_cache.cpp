#include "ui/timeline/row_cache.h"

#include <utility>

namespace posewright::ui {

namespace {

/// New rows that one painting may cache, so that no painting takes much longer than others.
constexpr int kKeptAtOnce = 20;

}  // namespace

void RowCache::begin(int first, int last)
{
    mayKeep_ = kKeptAtOnce;
    for (auto at = known_.begin(); at != known_.end();) {
        if (at->first >= first && at->first <= last) {
            ++at;
            continue;
        }
        if (!at->second.image.isNull()) spare_.push_back(std::move(at->second.image));
        at = known_.erase(at);
    }
    const auto most = static_cast<std::size_t>(std::max(0, last - first + 1)) - known_.size();
    if (spare_.size() > most) spare_.resize(most);
}

const QImage* RowCache::get(int row, RowLook look, const QSize& size, QImage* there,
                            const std::function<void(QImage&)>& draw)
{
    if (passing_.size() != size) {
        passing_ = QImage(size, QImage::Format_RGB32);
        spare_.clear();
    }
    Known& known = known_[row];
    const bool same = known.look == look;
    if (same && known.image.size() == size) return &known.image;
    if (same && mayKeep_ > 0) {
        --mayKeep_;
        if (!spare_.empty()) {
            known.image = std::move(spare_.back());
            spare_.pop_back();
        } else {
            known.image = QImage(size, QImage::Format_RGB32);
        }
        draw(known.image);
        return &known.image;
    }
    if (known.image.size() == size) spare_.push_back(std::move(known.image));
    known.image = {};
    known.look = std::move(look);
    if (there) {
        draw(*there);
        return nullptr;
    }
    draw(passing_);
    return &passing_;
}

}  // namespace posewright::ui
