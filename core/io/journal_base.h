#pragma once

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/io/journal.h"
#include "core/io/journal_record.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

/// The document that a journal begins from, on disk. So that the first step is on disk quickly, a
/// document that is in a file already is not written again: the journal records the file with its
/// digest, and copies it afterwards.
namespace posewright::io {

/// 64-bit FNV-1a (Fowler, Noll, Vo 1991): detects every change of one byte.
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

/// The base for a source file, with the name for its copy.
JournalBase baseOf(const Source& source, int number);

/// Are size and time of the file the same as when `source` was made?
bool unchanged(const Source& source);

/// Copies a file into a journal's folder, in pieces, so that no step has to wait for it.
class SourceCopy {
public:
    enum class State { Going, Done, Different, Failed };

    SourceCopy(const std::filesystem::path& folder, const JournalBase& base);
    ~SourceCopy();
    SourceCopy(const SourceCopy&) = delete;
    SourceCopy& operator=(const SourceCopy&) = delete;

    /// Copies a few megabytes, on disk when it returns. Different: the file has changed. Done: the
    /// copy has its final name. Otherwise the partial copy is removed in the end.
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

/// The document that was read, and whether its bytes match the digest.
struct ReadBase {
    Document document;
    bool whole = true;
};
/// Reads the base from the folder, or from the source file if its digest matches; else whatever is
/// in the folder, with `whole` false. Error: neither can be read.
Result<ReadBase> readBase(const std::filesystem::path& folder, const JournalBase& base);

/// The base for a journal whose head is lost: the newest one in its folder. `file` is empty if
/// there is none.
JournalBase anyBase(const std::filesystem::path& folder);

}  // namespace posewright::io
