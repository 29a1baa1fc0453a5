#pragma once

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/io/journal.h"
#include "core/io/journal_record.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

/// The document that a journal begins from, on disk. What a file holds already is not written a
/// second time before the first step is safe: the journal names the file with its digest, and
/// copies it afterwards.
namespace posewright::io {

/// FNV-1a of 64 bits (Fowler, Noll, Vo 1991): tells every change of one byte.
class Digest {
public:
    void add(std::string_view bytes) noexcept;
    std::string text() const;  ///< 16 digits

private:
    std::uint64_t hash_ = 0xCBF29CE484222325ULL;
};

/// Writes the document into the folder.
Result<JournalBase> writeCheckpoint(const std::filesystem::path& folder, int number,
                                    const Document& document);

/// The base that a file elsewhere is, with a place for its copy.
JournalBase baseOf(const Source& source, int number);

/// Is the file at its place as it was when `source` was made, by its size and time?
bool unchanged(const Source& source);

/// Copies a file into a journal's folder, some of it at a time, so that a step need not wait.
class SourceCopy {
public:
    enum class State { Going, Done, Different, Failed };

    SourceCopy(const std::filesystem::path& folder, const JournalBase& base);
    ~SourceCopy();
    SourceCopy(const SourceCopy&) = delete;
    SourceCopy& operator=(const SourceCopy&) = delete;

    /// A few megabytes more, on disk when it returns. Different: the file is no longer what it was.
    /// Done: the copy has its name. Whatever else is left of it is taken away.
    State some();

private:
    State finish();

    std::filesystem::path to_;
    std::filesystem::path partly_;
    std::string digest_;
    std::uintmax_t size_ = 0;
    std::uintmax_t copied_ = 0;
    Digest sum_;
    std::string buffer_;
    int in_ = -1;
    int out_ = -1;
};

/// The document, and whether its bytes are those that were written.
struct ReadBase {
    Document document;
    bool whole = true;
};
/// From the folder, or from elsewhere where the digest says that it is the same; else, with `whole`
/// false, what the folder holds. Error: nothing of that can be read.
Result<ReadBase> readBase(const std::filesystem::path& folder, const JournalBase& base);

/// A base for a journal whose head is lost: the newest that its folder holds. Its file is empty
/// where there is none.
JournalBase anyBase(const std::filesystem::path& folder);

}  // namespace posewright::io
