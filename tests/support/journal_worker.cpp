// Does the work of journal_work.h with a journal below the folder of the first argument, as many
// rows as the second says, and writes a line for every row of which the journal said that it is on
// disk. A third argument is a file that the document is saved to half-way. What faults are let
// loose on.

#include "core/io/format.h"
#include "core/io/journal.h"
#include "tests/support/journal_work.h"

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

using namespace posewright;
using test::JournalWork;

int main(int argc, char** argv)
{
    if (argc != 3 && argc != 4) return 2;
    io::Journal journal(argv[1], {JournalWork::start(), "/elsewhere/arm.glb", "arm", {}, true});
    const int rows = std::atoi(argv[2]);
    const std::vector<Document> documents = JournalWork::documents(rows);
    const auto say = [](const char* word, int row) {
        char line[64];
        const int size = std::snprintf(line, sizeof line, "%s %d\n", word, row);
        if (::write(STDOUT_FILENO, line, static_cast<std::size_t>(size)) != size) std::_Exit(3);
    };
    for (int row = 0; row < rows; ++row) {
        say("begin", row + 1);
        const Result<void> done =
            JournalWork::kind(row) == JournalWork::Kind::Do ? journal.append(JournalWork::step(row))
            : JournalWork::kind(row) == JournalWork::Kind::Undo ? journal.appendUndo()
                                                                : journal.appendRedo();
        if (done && journal.pending()) return 4;
        if (done) say("safe", row + 1);
        if (argc == 4 && row + 1 == rows / 2) {
            if (!io::write(documents[row + 1], argv[3])) return 5;
            say("saved", row + 1);
            (void)journal.saved(documents[row + 1], argv[3], "arm");
        }
    }
    for (int tries = 0; tries < 10 && journal.pending(); ++tries)
        if (journal.flush()) say("safe", rows);
    say(journal.pending() ? "pending" : "clean", rows);
    std::_Exit(0);  // as a crash would leave it
}
