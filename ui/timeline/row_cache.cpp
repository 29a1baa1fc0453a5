#include "ui/timeline/row_cache.h"

#include <utility>

namespace posewright::ui {

const QImage& RowCache::get(int row, RowLook look, const QSize& size,
                            const std::function<void(QImage&)>& draw)
{
    Known& known = known_[row];
    if (known.image.size() == size && known.look == look) return known.image;
    if (known.image.size() != size) known.image = QImage(size, QImage::Format_RGB32);
    known.look = std::move(look);
    draw(known.image);
    return known.image;
}

void RowCache::keepOnly(int first, int last)
{
    std::erase_if(known_,
                  [&](const auto& entry) { return entry.first < first || entry.first > last; });
}

}  // namespace posewright::ui
