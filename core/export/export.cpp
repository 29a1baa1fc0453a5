#include "core/export/export.h"

#include "core/io/placing.h"

#include <exception>
#include <new>
#include <utility>

namespace posewright::exports {

namespace {

/// Maps the progress of a part to its share of the whole.
Context between(const Context& context, double from, double to)
{
    Context part = context;
    if (context.progress)
        part.progress = [&context, from, to](double share) {
            return context.progress(from + (to - from) * share);
        };
    return part;
}

Result<Exported> exportAll(const Document& doc, const Options& options,
                           const std::filesystem::path& path, bool examined, const Context& context)
{
    constexpr double kPlanned = 0.3, kWritten = 0.6;
    Result<std::vector<PlannedFile>> files =
        plan(doc, options, path, between(context, 0, kPlanned));
    if (!files) return files.error();
    Exported out;
    out.report.size = extent(*doc.scene);
    out.report.unit = doc.unit;
    out.report.height = io::heightOf(doc) * options.metres.value_or(1);
    for (std::size_t i = 0; i < files->size(); ++i) {
        PlannedFile& file = (*files)[i];
        const double from = kPlanned + (1 - kPlanned) * double(i) / double(files->size());
        const double to = kPlanned + (1 - kPlanned) * double(i + 1) / double(files->size());
        const double middle = examined ? from + (to - from) * kWritten : to;
        file.writing.jobs = context.jobs;
        file.writing.progress = between(context, from, middle).progress;
        Result<Diagnostics> written = io::write(file.document, file.path, file.writing);
        if (!written) return written.error();
        written->insert(written->begin(), file.told.begin(), file.told.end());
        FileReport told;
        told.path = file.path;
        told.diagnostics = *written;
        if (examined && !out.unexamined) {
            Result<FileReport> seen =
                examine(doc, file, *std::move(written), between(context, middle, to));
            if (seen)
                told = *std::move(seen);
            else
                out.unexamined = seen.error();
        }
        out.report.files.push_back(std::move(told));
    }
    return out;
}

}  // namespace

Result<Exported> exportDocument(const Document& doc, const Options& options,
                                const std::filesystem::path& path, bool examined,
                                const Context& context)
{
    // Exceptions of the standard library (memory, file names) stop here.
    try {
        return exportAll(doc, options, path, examined, context);
    } catch (const std::bad_alloc&) {
        return Error{"there is not enough memory", path.string(), ErrorKind::Machine};
    } catch (const std::exception& e) {
        return Error{std::string("unexpected: ") + e.what(), path.string(), ErrorKind::Machine};
    }
}

}  // namespace posewright::exports
