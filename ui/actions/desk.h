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

/// What actions and panels are given of the window around them.
class Desk {
public:
    virtual Session& session() = 0;
    virtual Evaluator& evaluator() = 0;
    virtual Files& files() = 0;
    virtual Viewport& viewport() = 0;
    virtual Timeline& timeline() = 0;
    virtual Actions& actions() = 0;
    /// The window itself, for questions to stand over.
    virtual QWidget& widget() = 0;

    /// One line where the user sees it and it does not interrupt. Plain text.
    virtual void tell(const QString& text) = 0;

    /// What is not a panel and comes to the front when it is asked for.
    enum class Page {
        Start,       ///< once more: back to the view
        Manual,      ///< about the panel that has the keyboard
        Controls,    ///< every key and every gesture of the mouse
        About,       ///< the program
        FindAction,  ///< any action, by words
    };
    virtual void showPage(Page page) = 0;
    /// Leads through a tour, by its id (ui/actions/tours.h).
    virtual void beginTour(std::string_view id) = 0;

    /// Shows a panel of the table, by its id, and gives the keyboard to one of its fields.
    virtual void enter(std::string_view panel, std::string_view field) = 0;
    /// Gives the keyboard to the next panel, or the one before.
    virtual void focusPanel(int by) = 0;
    virtual void resetLayout() = 0;
    /// How the user likes to look and to drag: as at first.
    virtual void resetPreferences() = 0;

protected:
    ~Desk() = default;
};

}  // namespace posewright::ui
