#include "core/io/bvh/bvh_reader.h"

#include "core/io/bvh/bvh_document.h"
#include "core/io/bvh/bvh_hierarchy.h"
#include "core/io/bvh/bvh_rows.h"
#include "core/io/save.h"
#include "core/io/text.h"

#include <functional>

namespace posewright::io::bvh {

namespace {

constexpr std::uintmax_t kMostBytes = std::uintmax_t{2} << 30;

/// Returns the whole text, to find lines in; called only if there is something to report.
using WholeText = std::function<std::string_view()>;

/// Recognises other formats and reports them by name.
std::optional<Error> foreign(std::string_view bytes, const std::string& name)
{
    if (bytes.empty()) return Error{"the file is empty", name};
    const auto starts = [&](std::string_view magic) {
        return bytes.substr(0, magic.size()) == magic;
    };
    if (starts("\xFF\xFE") || starts("\xFE\xFF"))
        return Error{"the file is UTF-16 text", name + ":1", ErrorKind::Refused,
                     "save it as UTF-8 text"};
    if (const std::size_t nul = bytes.find('\0'); nul != std::string_view::npos)
        return Error{"the file holds bytes that are not text",
                     name + ':' + std::to_string(lineAt(bytes, nul))};
    return std::nullopt;
}

std::size_t numbersOnLine(std::string_view text, std::size_t at)
{
    const auto isBlank = [](char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v'; };
    std::size_t count = 0;
    bool inside = false;
    for (; at < text.size() && text[at] != '\n' && text[at] != '\r'; ++at) {
        const bool blank = isBlank(text[at]);
        if (!blank && !inside) ++count;
        inside = !blank;
    }
    return count;
}

class BvhReader {
public:
    BvhReader(Window& window, WholeText text, const std::string& name) :
        window_(window), text_(std::move(text)), name_(name)
    {
    }

    Result<Import> read(double scale, const std::vector<std::size_t>* only = nullptr)
    {
        if (auto error = readHead()) return *error;
        const std::string timePlace = std::to_string(
            lineAt(source_.head, header_.frameTime.empty() ? header_.motion : header_.frameTimeAt));
        const auto rate = clipRate(header_, timePlace, diagnostics_);
        if (!rate) {
            Error error = rate.error();
            error.where = name_ + ':' + error.where;
            return error;
        }
        Rows rows;
        auto refusal = readRows(window_, header_, rows, only);
        if (rows.failed) return *rows.failed;
        if (!refusal) refusal = judge(rows);
        if (refusal) return refused(*refusal);

        source_.rows = std::move(rows.numbers);
        source_.tail = std::move(rows.tail);
        source_.checksum = window_.checksum();
        auto doc = documentOf(header_, source_.rows, *rate, name_, scale, diagnostics_);
        if (!doc) return Error{doc.error().message, name_};
        for (const Node& node : doc->scene->nodes()) source_.joints.push_back(node.id);
        doc->source = std::move(source_);
        for (Diagnostic& diagnostic : diagnostics_)
            diagnostic.where = diagnostic.where.empty() ? name_ : name_ + ':' + diagnostic.where;
        return Import{std::move(*doc), std::move(diagnostics_), false};
    }

private:
    /// Reads everything before the numbers, once enough text is in the window to be sure that it is
    /// complete.
    std::optional<Error> readHead()
    {
        for (;;) {
            const bool came = window_.more(window_.begin());
            if (window_.failed()) return window_.failed();
            const std::string_view text(window_.begin(),
                                        static_cast<std::size_t>(window_.end() - window_.begin()));
            header_ = {};
            const auto refusal = parseHeader(text, header_);
            if (came && (refusal || !isSettled(text))) continue;
            if (auto error = foreign(refusal ? text : text.substr(0, header_.motion), name_))
                return error;
            if (refusal) return refused(*refusal);
            source_.head = text.substr(0, header_.motion);
            if (!header_.frameTime.empty())
                header_.frameTime = std::string_view(source_.head)
                                        .substr(header_.frameTimeAt, header_.frameTime.size());
            diagnostics_ = std::move(header_.diagnostics);
            return {};
        }
    }

    /// Is there enough text after the header that the rest cannot belong to it?
    bool isSettled(std::string_view text) const
    {
        const std::size_t first = text.find_first_not_of(" \t\n\v\f\r", header_.motion);
        return first != std::string_view::npos && text.size() - first > kMaxName;
    }

    Error refused(const Refusal& refusal) const
    {
        const std::string_view whole = text_();
        if (auto error = foreign(whole, name_)) return *error;
        return {refusal.message, name_ + ':' + std::to_string(lineAt(whole, refusal.at)),
                ErrorKind::Refused, refusal.advice};
    }

    void warn(std::string message, std::size_t at, std::string_view text)
    {
        diagnostics_.push_back(
            {Diagnostic::Severity::Warning, std::move(message), std::to_string(lineAt(text, at))});
    }

    /// After the last number: was each row one line, and is their number as declared?
    std::optional<Refusal> judge(const Rows& rows)
    {
        const std::size_t count = rows.count;
        const std::string declared = std::to_string(header_.frames);
        if (header_.channels == 0) {
            if (header_.frames > 1)
                diagnostics_.push_back({Diagnostic::Severity::Note,
                                        "no joint has channels, so that no frame was read",
                                        std::to_string(lineAt(source_.head, header_.framesAt))});
            return {};
        }
        if (count == 0 && header_.frames > 0)
            return Refusal{"the file says " + declared +
                               " frames and ends before the first one is complete",
                           window_.size()};
        const bool uneven = rows.uneven.has_value();
        if (uneven && rows.uneven != rows.partial && !(!rows.partial && count == header_.frames))
            return Refusal{"the row has " + std::to_string(numbersOnLine(text_(), *rows.uneven)) +
                               " numbers, but the joints have " + std::to_string(header_.channels) +
                               " channels",
                           *rows.uneven};
        if (uneven && !rows.partial)
            warn("rows and lines do not agree; the numbers were read as a stream", *rows.uneven,
                 text_());
        if (rows.partial)
            warn("the last row is cut short (" + std::to_string(rows.partialValues) + " of " +
                     std::to_string(header_.channels) + " numbers) and was dropped",
                 *rows.partial, text_());
        if (count != header_.frames)
            warn("the file says " + declared + " frames and has " + std::to_string(count) +
                     "; all that are there were read",
                 header_.framesAt, source_.head);
        return {};
    }

    Window& window_;
    WholeText text_;
    const std::string& name_;
    Header header_;
    Source source_;
    Diagnostics diagnostics_;
};

}  // namespace

Result<Import> readBvh(std::string_view bytes, const std::string& name, const ReadOptions& options)
{
    Window window(bytes);
    return BvhReader(
               window, [bytes] { return bytes; }, name)
        .read(options.scale);
}

Result<Import> readBvhRows(std::string_view bytes, const std::string& name,
                           const std::vector<std::size_t>& rows)
{
    Window window(bytes);
    return BvhReader(
               window, [bytes] { return bytes; }, name)
        .read(1, &rows);
}

Result<Import> readBvhFile(const std::filesystem::path& path, const ReadOptions& options)
{
    auto file = Pieces::open(path, kMostBytes);
    if (!file) return file.error();
    Window window(*file);
    std::string whole;
    const WholeText text = [&]() -> std::string_view {
        if (whole.empty())
            if (auto again = readWhole(path, kMostBytes)) whole = *std::move(again);
        return whole;
    };
    return BvhReader(window, text, path.string()).read(options.scale);
}

}  // namespace posewright::io::bvh
