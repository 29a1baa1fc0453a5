#pragma once

#include "ui/viewport/render.h"

namespace posewright::test {

/// One picture.
inline Result<QImage> pictureOf(const Document& document, double frame, QSize size,
                                const std::optional<Camera>& view = {})
{
    QImage picture;
    ui::RenderJob job;
    job.document = document;
    job.frames = {frame};
    job.size = size;
    job.view = view;
    job.take = [&](int, const QImage& taken) -> Result<void> {
        picture = taken;
        return {};
    };
    if (const Result<void> done = ui::renderImages(job); !done) return done.error();
    return picture;
}

}  // namespace posewright::test
