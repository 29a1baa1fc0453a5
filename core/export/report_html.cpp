#include "core/base/number.h"
#include "core/export/bake_report.h"
#include "core/io/placing.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>

namespace posewright::exports {

namespace {

/// With two digits after the point at most: frames of a file's times are a rounding beside whole.
std::string frameWord(double frame)
{
    return toText(std::round(100 * frame) / 100 + 0.0);  // -0 is 0
}

/// Escapes characters that are special in HTML.
std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        default: out += c;
        }
    }
    return out;
}

/// Of words that are short enough for a narrow column.
std::string worstWord(ik::Status status)
{
    switch (status) {
    case ik::Status::Softened: return "fades or eases";
    case ik::Status::Unreachable: return "out of reach";
    case ik::Status::Limited: return "at a joint limit";
    case ik::Status::IterationLimit: return "not done in time";
    default: return std::string(ik::name(status));
    }
}

std::string plural(int count, const char* one)
{
    return std::to_string(count) + ' ' + one + (count == 1 ? "" : "s");
}

/// Uses plain tables only, since a QTextBrowser must show the page, too.
class Page {
public:
    Page(const BakeReport& report, int top) :
        report_(report), unit_(symbolOf(report.unit)), top_(top)
    {
    }

    std::string text()
    {
        writeOverview();
        for (const FileReport& file : report_.files) writeFile(file);
        return std::move(out_);
    }

private:
    std::string length(double value) const
    {
        if (report_.unit != LengthUnit::Metre)
            return (value > 0 && value < 5e-5 ? "&lt;&nbsp;0.0001" : toFixed(value, 4)) + "&nbsp;" +
                   unit_;
        if (value < 5e-8) return value > 0 ? "&lt;&nbsp;0.0001&nbsp;mm" : "0&nbsp;mm";
        return toFixed(value * 1000, value < 1e-3 ? 4 : 2) + "&nbsp;mm";
    }

    static std::string bytesText(std::uintmax_t bytes)
    {
        if (bytes < 10'000) return std::to_string(bytes) + " bytes";
        if (bytes < 10'000'000) return toFixed(double(bytes) / 1e3, 0) + " kB";
        return toFixed(double(bytes) / 1e6, 1) + " MB";
    }

    void row(std::initializer_list<std::string> cells)
    {
        out_ += "<tr>";
        for (const std::string& cell : cells)
            out_ += (cells.size() > 2 ? "<td class=\"cell\">" : "<td>") + cell + "</td>";
        out_ += "</tr>\n";
    }

    void headRow(std::initializer_list<const char*> titles)
    {
        out_ += "<tr>";
        for (const char* title : titles) out_ += std::string("<th>") + title + "</th>";
        out_ += "</tr>\n";
    }

    /// A row for a name alone, since long names push columns of numbers out of a narrow panel.
    void nameRow(const std::string& name, int columns)
    {
        out_ += "<tr><td class=\"name\" colspan=\"" + std::to_string(columns) + "\">" +
                escaped(name) + "</td></tr>\n";
    }

    static std::string alarm(bool bad, const std::string& text)
    {
        return bad ? "<span class=\"bad\">" + text + "</span>" : text;
    }

    void writeFile(const FileReport& file)
    {
        heading(0, escaped(file.path.filename().string()));
        if (!file.clips.empty())
            out_ += "<p>" + escaped(file.format) + ", " + bytesText(file.bytes) + "</p>\n";
        if (report_.height > 0) writeHeight(file.path.extension() == ".bvh");
        for (const ClipReport& clip : file.clips) writeClip(clip);
        const bool told =
            std::any_of(file.diagnostics.begin(), file.diagnostics.end(), [](const Diagnostic& d) {
                return d.severity == Diagnostic::Severity::Warning;
            });
        if (file.diagnostics.empty()) return;
        heading(1, told ? "Warnings" : "Notes");
        out_ += "<ul>\n";
        for (const Diagnostic& d : file.diagnostics)
            out_ += "<li>" + escaped(d.message) + "</li>\n";
        out_ += "</ul>\n";
    }

    /// "3 pops, 1 contact that slips"; empty: the clip has no problems.
    static std::string problemsOf(const ClipReport& clip)
    {
        const auto contacts = static_cast<int>(std::ranges::count_if(
            clip.contacts, [](const ContactReport& contact) { return contact.slips; }));
        const auto missed = static_cast<int>(std::ranges::count_if(
            clip.targets, [](const TargetReport& target) { return target.missed > 0; }));
        std::vector<std::string> all;
        if (missed > 0) all.push_back(plural(missed, "missed target"));
        if (contacts > 0) all.push_back(plural(contacts, "slipping contact"));
        if (!clip.pops.empty()) all.push_back(plural(static_cast<int>(clip.pops.size()), "pop"));
        if (!clip.through.empty()) all.emplace_back("limbs inside boxes");
        if (clip.unmatched > 0) all.push_back(plural(clip.unmatched, "bone") + " not found again");
        std::string text;
        for (const std::string& one : all) text += (text.empty() ? "" : ", ") + one;
        return text;
    }

    /// Of several clips: which have problems, so that nobody has to look for them in all.
    void writeOverview()
    {
        constexpr int kMost = 20;
        int clips = 0, bad = 0;
        std::string rows;
        for (const FileReport& file : report_.files)
            for (const ClipReport& clip : file.clips) {
                ++clips;
                const std::string problems = problemsOf(clip);
                if (problems.empty() || ++bad > kMost) continue;
                rows += "<li>\"" + escaped(clip.name) + "\": " + alarm(true, problems) + "</li>\n";
            }
        if (clips < 2) return;
        if (bad == 0) {
            out_ += "<p>None of its " + plural(clips, "clip") + " has a problem.</p>\n";
            return;
        }
        if (bad > kMost) rows += "<li>and " + std::to_string(bad - kMost) + " more</li>\n";
        out_ += "<p>" + std::to_string(bad) + " of " + plural(clips, "clip") +
                (bad == 1 ? " has problems:" : " have problems:") + "</p>\n<ul>\n" + rows +
                "</ul>\n";
    }

    /// @param unitless  the format says nothing of units, so that no height is wrong
    void writeHeight(bool unitless)
    {
        if (unitless) {
            out_ += "<p>The format has no unit of length: the skeleton is " +
                    heightText(report_.height) + " tall where lengths are taken for metres, " +
                    heightText(report_.height / 100) + " where for centimetres.</p>\n";
            return;
        }
        const bool odd = io::isOddHeight(report_.height);
        out_ += "<p>" +
                alarm(odd, "The skeleton is " + heightText(report_.height) +
                               " tall where lengths are taken for metres.") +
                (odd ? " Up, Unit and Clips in the menu File reads them in another unit." : "") +
                "</p>\n";
    }

    static std::string heightText(double height)
    {
        return toFixed(height, height < 0.1 ? 4 : height < 10 ? 2 : 0) + " m";
    }

    void writeClip(const ClipReport& clip)
    {
        heading(1, "Clip \"" + escaped(clip.name) + "\"");
        out_ += "<table>\n";
        row({"Frames", std::to_string(clip.frames) + " at " + toText(clip.rate) + " a second"});
        row({"Keys", std::to_string(clip.keysBefore) + " before, " +
                         std::to_string(clip.keysAfter) + " in the file"});
        std::string error = length(clip.error);
        const bool joint = clip.errorKind.empty() || clip.errorKind == "joint";
        if (!clip.errorJoint.empty())
            error += " (" + (joint ? "" : clip.errorKind + ' ') + escaped(clip.errorJoint) +
                     ", frame " + frameWord(clip.errorFrame) + ')';
        row({joint ? "Largest error of a joint, read back" : "Largest error, read back", error});
        if (clip.checked != clip.frames) row({"Looked at", lookedAt(clip)});
        if (clip.unmatched > 0)
            row({"Not found again", alarm(true, plural(clip.unmatched, "bone"))});
        row({"Pops, each of a joint between two frames",
             alarm(!clip.pops.empty(), std::to_string(clip.pops.size()))});
        if (clip.recorded > 0)
            row({"Pops in motion that was not edited", std::to_string(clip.recorded)});
        out_ += "</table>\n";
        writePops(clip);
        writeContacts(clip);
        writeThrough(clip);
        writeTargets(clip);
        writeLimits(clip);
    }

    /// "49 frames of the file, and 32 times between them"
    static std::string lookedAt(const ClipReport& clip)
    {
        const int written = clip.checked - clip.between;
        std::string text = written == clip.frames
                               ? plural(written, "frame") + " of the file"
                               : std::to_string(written) + " of the " +
                                     plural(clip.frames, "frame") + " of the file";
        if (clip.between > 0) text += ", and " + plural(clip.between, "time") + " between them";
        return text;
    }

    void writePops(const ClipReport& clip)
    {
        constexpr std::size_t kMost = 20;
        if (clip.pops.empty()) return;
        heading(2, "Pops");
        out_ += "<table>\n";
        headRow({"Joint", "From frame", "Turns by"});
        for (std::size_t i = 0; i < std::min(kMost, clip.pops.size()); ++i) {
            const PopReport& pop = clip.pops[i];
            row({escaped(pop.joint),
                 frameWord(pop.frame - 1) + "&nbsp;to&nbsp;" + frameWord(pop.frame),
                 toFixed(pop.angle * 180 / std::numbers::pi, 1) + "&deg;"});
        }
        out_ += "</table>\n";
        if (clip.pops.size() > kMost)
            out_ += "<p>and " + std::to_string(clip.pops.size() - kMost) + " more</p>\n";
    }

    void writeContacts(const ClipReport& clip)
    {
        if (clip.contacts.empty()) return;
        heading(2, "Contacts");
        out_ += "<table>\n";
        headRow({"Frames", "Slip in file", "As shown", "Off its place"});
        std::string_view named;
        for (const ContactReport& c : clip.contacts) {
            if (c.target != named) nameRow(c.target, 4);
            named = c.target;
            row({frameWord(c.start) + "&nbsp;to&nbsp;" + frameWord(c.end),
                 alarm(c.slips, length(c.written)), length(c.shown), length(c.distance)});
        }
        out_ += "</table>\n";
    }

    void writeThrough(const ClipReport& clip)
    {
        if (clip.through.empty()) return;
        heading(2, "Inside boxes");
        out_ += "<table>\n";
        headRow({"Frames", "Part", "Box", "Deep"});
        std::string_view named;
        for (const ThroughReport& t : clip.through) {
            if (t.target != named) nameRow(t.target, 4);
            named = t.target;
            row({frameWord(t.start) + "&nbsp;to&nbsp;" + frameWord(t.end), escaped(t.part),
                 escaped(t.box), alarm(true, length(t.depth))});
        }
        out_ += "</table>\n";
    }

    void writeTargets(const ClipReport& clip)
    {
        if (clip.targets.empty()) return;
        heading(2, "Targets");
        out_ += "<table>\n";
        headRow({"Acts on", "Missed", "Worst", "Farthest off"});
        for (const TargetReport& t : clip.targets) {
            nameRow(t.target, 4);
            row({plural(t.frames, "frame"), alarm(t.missed > 0, plural(t.missed, "frame")),
                 worstWord(t.worst), length(t.error) + ", frame " + frameWord(t.errorFrame)});
        }
        out_ += "</table>\n";
    }

    void writeLimits(const ClipReport& clip)
    {
        if (clip.limits.empty()) return;
        heading(2, "Limits hit");
        out_ += "<table>\n";
        headRow({"At an end", "Keyed beyond it", "First frame"});
        for (const LimitReport& l : clip.limits) {
            nameRow(l.joint, 3);
            row({plural(l.at, "frame"), alarm(l.beyond > 0, plural(l.beyond, "frame")),
                 frameWord(l.first)});
        }
        out_ += "</table>\n";
    }

    /// @param level  below the top heading
    void heading(int level, const std::string& text)
    {
        const std::string tag = 'h' + std::to_string(std::min(6, top_ + level));
        out_ += '<' + tag + '>' + text + "</" + tag + ">\n";
    }

    const BakeReport& report_;
    std::string unit_;
    int top_;
    std::string out_;
};

}  // namespace

std::string reportBody(const BakeReport& report, int top)
{
    return Page(report, top).text();
}

std::string reportHtml(const BakeReport& report, const std::string& title)
{
    return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" +
           escaped(title) +
           "</title>\n<style>body { font-family: sans-serif; max-width: 60em; margin: 1em auto; "
           "padding: 0 1em; } td, th { padding: 2px 12px 2px 0; text-align: left; vertical-align: "
           "top; } .cell { white-space: nowrap; } .name { padding-top: 6px; } .bad { color: "
           "#b00020; font-weight: bold; "
           "}</style></head><body>\n<h1>" +
           escaped(title) + "</h1>\n" + reportBody(report, 2) + "</body></html>\n";
}

}  // namespace posewright::exports
