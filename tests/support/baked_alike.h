#pragma once

#include "core/evaluate/bake.h"

namespace posewright::test {

/// Does a bake on two threads, and on four, give the same bits as this one?
inline bool bakedAlike(const Document& doc, const Bake& reference)
{
    bool alike = true;
    for (const int jobs : {2, 4}) {
        BakeOptions options;
        options.jobs = jobs;
        const Result<Bake> again = bake(*prepare(doc, makeKeyMemo()), options);
        alike = alike && again && again->frames == reference.frames;
    }
    return alike;
}

}  // namespace posewright::test
