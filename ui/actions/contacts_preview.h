#pragma once

#include "core/contacts/contacts.h"
#include "core/operate/operate.h"
#include "ui/session/job.h"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace posewright::ui {

class Session;

/// Shows contacts as spans of the document while they are chosen: view, timeline and strip of
/// problems are as holding the contacts would make them. Works off the interface's thread; a new
/// choice cancels the work for the one before.
class ContactsPreview : public QObject {
    Q_OBJECT

public:
    struct Choice {
        contacts::Samples samples;
        std::vector<contacts::Stance> accepted;
        double fade = 0;  ///< [s]
    };
    /// @param text  of the step in the history
    /// @pre no gesture is open in the session, which outlives this
    ContactsPreview(Session& session, QString text, QObject* parent = nullptr);
    ~ContactsPreview() override;  ///< leaves no trace, unless kept

    void show(Choice choice);

    /// Makes the latest choice a step of the history, and computes it first if it is not shown yet.
    Result<void> keep();

    /// What holding the shown choice does, on a figure of 1.7 m. [m]
    struct Outcome {
        std::size_t stands = 0;
        std::size_t contacts = 0;  ///< spans that hold them
        double slid = 0;           ///< the most that what stands slid before
        double slides = 0;         ///< and now
        double moved = 0;          ///< the farthest that it was moved
        double hips = 0;           ///< the farthest that the hips were moved
        Diagnostics told;          ///< warnings
    };
    const Outcome& outcome() const { return outcome_; }

signals:
    /// The latest choice is shown.
    void shown();
    void refused(const Error& error);

private:
    struct Held;

    static Result<Held> held(const Document& before, const Choice& choice,
                             const edit::Context& context);
    void work();
    Result<void> take(const Result<Held>& held);

    Session& session_;
    QString text_;
    Document before_;
    int gesture_;
    Job job_;
    Choice choice_;
    Outcome outcome_;
    bool stale_ = false;  ///< the choice changed since the work began
    bool isShown_ = false;
};

}  // namespace posewright::ui
