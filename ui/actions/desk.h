#pragma once

#include <QString>

namespace posewright::ui {

class Evaluator;
class Session;
class Timeline;
class Viewport;
enum class Theme;

/// What actions act on: the parts of the window, and the questions that only it can ask.
class Desk {
public:
    virtual Session& session() = 0;
    virtual Evaluator& evaluator() = 0;
    virtual Viewport& viewport() = 0;
    virtual Timeline& timeline() = 0;

    /// Asks before unsaved work would be lost: true if it was saved, or may go.
    virtual bool mayReplaceDocument() = 0;
    /// Saves the project in the background; asks where it has no file, or where another program
    /// changed it meanwhile.
    virtual void save() = 0;
    /// Asks for a name, then does it in the background.
    virtual void askOpen() = 0;
    virtual void askSaveAs() = 0;
    virtual void askExport() = 0;
    virtual void quit() = 0;

    /// Asks how many frames to put in at the playhead, or to take out.
    virtual void askInsertFrames() = 0;

    /// Gives the keyboard to the field of the frame rate.
    virtual void editRate() = 0;

    /// Finds any action by words.
    virtual void findAction() = 0;
    /// Gives the keyboard to the field that finds nodes by name.
    virtual void findInScene() = 0;
    /// Opens the name of the selected node for editing.
    virtual void rename() = 0;
    virtual void showStartPage() = 0;
    virtual void showManual() = 0;
    virtual void showControls() = 0;
    virtual void showAbout() = 0;
    virtual void resetLayout() = 0;
    /// How the user likes to look and to drag: as at first.
    virtual void resetHabits() = 0;
    /// Gives the keyboard to the next panel, or the one before.
    virtual void focusPanel(int by) = 0;
    virtual Theme theme() = 0;
    virtual void setTheme(Theme theme) = 0;

    /// One line where the user sees it and it does not interrupt. Plain text.
    virtual void tell(const QString& text) = 0;

protected:
    ~Desk() = default;
};

}  // namespace posewright::ui
