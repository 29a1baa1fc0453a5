#pragma once

#include <QString>

#include <string_view>

class QWidget;

namespace posewright::ui {

class Actions;
class Evaluator;
class Files;
class Session;
class Timeline;
class Viewport;

/// The interface through which actions and panels use the main window.
class Desk {
public:
    virtual Session& session() = 0;
    virtual Evaluator& evaluator() = 0;
    virtual Files& files() = 0;
    virtual Viewport& viewport() = 0;
    virtual Timeline& timeline() = 0;
    virtual Actions& actions() = 0;
    /// The window itself, as parent of dialogs.
    virtual QWidget& widget() = 0;

    /// Shows one line without interrupting the user. Plain text.
    virtual void tell(const QString& text) = 0;

    /// Pages that are not panels and are shown on request.
    enum class Page {
        Start,       ///< shown again: back to the view
        Manual,      ///< at the page about the panel with the focus
        Controls,    ///< every key and every gesture of the mouse
        About,       ///< the program
        FindAction,  ///< search for any action
    };
    virtual void showPage(Page page) = 0;
    /// Starts a tour by its id (ui/actions/tours.h).
    virtual void beginTour(std::string_view id) = 0;

    /// Shows a panel by its id and focuses one of its fields.
    virtual void enter(std::string_view panel, std::string_view field) = 0;
    /// Moves the focus by so many panels: 1: next, -1: previous.
    virtual void focusPanel(int by) = 0;
    virtual void resetLayout() = 0;
    /// Resets the preferences for viewing and dragging to their defaults.
    virtual void resetPreferences() = 0;

protected:
    ~Desk() = default;
};

}  // namespace posewright::ui
