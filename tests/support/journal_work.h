#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"
#include "tests/support/figures.h"

#include <vector>

/// The work that faults are tried on: what is done, and the document after each part of it, made
/// without a journal.
namespace posewright::test {

/// One gesture is four keys, as keying all that is moved writes; now and then a step is undone and
/// made again.
struct JournalWork {
    enum class Kind { Do, Undo, Redo };

    static Document start() { return chainDocument(3, 0.4, 40); }
    static Kind kind(int row)
    {
        return row % 9 == 7 ? Kind::Undo : row % 9 == 8 ? Kind::Redo : Kind::Do;
    }
    static std::vector<edit::Edit> step(int row, int edits = 4)
    {
        std::vector<edit::Edit> all;
        for (int i = 0; i < edits; ++i) {
            edit::SetJointKey key;
            key.joint = NodeId(1 + i % 3);
            key.frame = 4 * row + i;
            key.rotation =
                Quat(Eigen::AngleAxisd(0.01 * row + 0.2 * i, Vec3(1, 2, 3).normalized()));
            all.emplace_back(key);
        }
        return all;
    }
    /// The documents before all, and after each of `rows` parts.
    static std::vector<Document> documents(int rows, int edits = 4)
    {
        std::vector<Document> all{start()};
        std::vector<Document> history{start()};
        for (int row = 0; row < rows; ++row) {
            Document now = all.back();
            switch (kind(row)) {
            case Kind::Do:
                for (const edit::Edit& edit : step(row, edits)) now = *edit::apply(now, edit);
                history.push_back(now);
                break;
            case Kind::Undo: now = history[history.size() - 2]; break;
            case Kind::Redo: now = history.back(); break;
            }
            all.push_back(std::move(now));
        }
        return all;
    }
};

}  // namespace posewright::test
