#include "ui/actions/preferences_dialog.h"

#include "ui/actions/actions.h"
#include "ui/actions/find_action.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <array>

namespace posewright::ui {

namespace {

/// Actions of which one is checked.
struct Choice {
    const char* title;
    std::vector<std::string_view> ids;
};

struct Flag {
    std::string_view id;
    const char* text = nullptr;  ///< null: that of the action, which says enough without its menu
};

struct Section {
    const char* title;
    int column;
    std::vector<Choice> choices;
    std::vector<Flag> flags;
};

const std::vector<Section>& preferenceSections()
{
    static const std::vector<Section> sections{
        {QT_TRANSLATE_NOOP("Preferences", "Timeline"),
         0,
         {},
         {{"time.seconds", QT_TRANSLATE_NOOP("Preferences", "Time in seconds")},
          {"time.snapFrames", QT_TRANSLATE_NOOP("Preferences", "Snap to whole frames")},
          {"time.snapKeys", QT_TRANSLATE_NOOP("Preferences", "Snap to keys")},
          {"time.snapMarkers", QT_TRANSLATE_NOOP("Preferences", "Snap to markers")},
          {"time.ripple", QT_TRANSLATE_NOOP("Preferences", "Ripple: what follows moves along")}}},
        {QT_TRANSLATE_NOOP("Preferences", "Dragging"),
         0,
         {{QT_TRANSLATE_NOOP("Preferences", "A bone brings along"),
           {"pose.dragAuto", "pose.dragBody", "pose.dragLimb", "pose.dragTurn"}},
          {QT_TRANSLATE_NOOP("Preferences", "Handles follow"),
           {"pose.world", "pose.local", "pose.parent"}},
          {QT_TRANSLATE_NOOP("Preferences", "On recorded motion, a key acts"),
           {"target.acts02", "target.acts04", "target.acts08", "target.acts16",
            "target.actsEverywhere"}}},
         {{"pose.snap", QT_TRANSLATE_NOOP("Preferences", "Snap to the grid and to round angles")},
          {"pose.balance"}}},
        {QT_TRANSLATE_NOOP("Preferences", "Window"),
         0,
         {{QT_TRANSLATE_NOOP("Preferences", "Colours"),
           {"window.system", "window.light", "window.dark"}}},
         {}},
        {QT_TRANSLATE_NOOP("Preferences", "View"),
         1,
         {{QT_TRANSLATE_NOOP("Preferences", "Bones"),
           {"view.bonesSolid", "view.bonesLine", "view.bonesXRay", "view.bonesNone"}},
          {QT_TRANSLATE_NOOP("Preferences", "Meshes"),
           {"view.meshesSmooth", "view.meshesFlat", "view.meshesWire", "view.meshesHidden",
            "view.meshesWeights"}},
          {QT_TRANSLATE_NOOP("Preferences", "Shading"),
           {"view.shadeLambert", "view.shadeBlinn", "view.shadePhysical"}},
          {QT_TRANSLATE_NOOP("Preferences", "Background"),
           {"view.backdropDark", "view.backdropBlack", "view.backdropGrey", "view.backdropWhite"}},
          {QT_TRANSLATE_NOOP("Preferences", "The camera follows"),
           {"view.followLeaving", "view.followAlways", "view.followNever"}}},
         {{"view.names"},
          {"view.grid"},
          {"view.orthographic"},
          {"view.bonesThrough", QT_TRANSLATE_NOOP("Preferences", "Bones show through meshes")},
          {"view.helpers", QT_TRANSLATE_NOOP("Preferences", "Helper bones")},
          {"view.limits"},
          {"view.sceneLights"}}}};
    return sections;
}

QString preferenceText(const char* text)
{
    return QCoreApplication::translate("Preferences", text);
}

}  // namespace

PreferencesDialog::PreferencesDialog(Actions& actions, QWidget* parent) :
    QDialog(parent), actions_(actions)
{
    setObjectName(QStringLiteral("preferences"));
    setWindowTitle(tr("Preferences"));
    auto* columns = new QHBoxLayout;
    const std::array<QVBoxLayout*, 2> sides{new QVBoxLayout, new QVBoxLayout};
    for (QVBoxLayout* side : sides) columns->addLayout(side);
    for (const Section& section : preferenceSections()) {
        auto* box = new QGroupBox(preferenceText(section.title));
        auto* form = new QFormLayout(box);
        for (const Choice& choice : section.choices)
            addChoice(*form, preferenceText(choice.title), choice.ids);
        for (const Flag& flag : section.flags)
            addFlag(*form, flag.id, flag.text ? preferenceText(flag.text) : QString());
        sides[section.column]->addWidget(box);
    }
    for (QVBoxLayout* side : sides) side->addStretch(1);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QPushButton* reset = buttons->addButton(tr("As at &First"), QDialogButtonBox::ResetRole);
    reset->setObjectName(QStringLiteral("preferencesReset"));
    reset->setAutoDefault(false);  // Enter closes
    buttons->button(QDialogButtonBox::Close)->setDefault(true);
    reset->setToolTip(tr("All of the timeline, dragging and view"));
    connect(reset, &QPushButton::clicked, actions_["window.resetViewSettings"], &QAction::trigger);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* whole = new QVBoxLayout(this);
    whole->addLayout(columns);
    whole->addWidget(buttons);
}

void PreferencesDialog::addChoice(QFormLayout& form, const QString& title,
                                  const std::vector<std::string_view>& ids)
{
    auto* list = new QComboBox;
    list->setObjectName(QString::fromLatin1(ids.front().data(), qsizetype(ids.front().size())));
    list->setAccessibleName(title);
    std::vector<QAction*> all;
    all.reserve(ids.size());
    for (const std::string_view id : ids) all.push_back(actions_[id]);
    for (const QAction* action : all) list->addItem(plainText(*action));
    const auto show = [list, all] {
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i]->isChecked()) return list->setCurrentIndex(static_cast<int>(i));
        list->setCurrentIndex(-1);
    };
    show();
    for (const QAction* action : all) connect(action, &QAction::changed, list, show);
    connect(list, &QComboBox::activated, this, [all, show](int row) {
        if (!all[static_cast<std::size_t>(row)]->isChecked())
            all[static_cast<std::size_t>(row)]->trigger();
        show();
    });
    form.addRow(title, list);
}

void PreferencesDialog::addFlag(QFormLayout& form, std::string_view id, const QString& text)
{
    QAction* action = actions_[id];
    auto* box = new QCheckBox(text.isEmpty() ? plainText(*action) : text);
    box->setObjectName(QString::fromLatin1(id.data(), qsizetype(id.size())));
    box->setToolTip(action->statusTip());
    const auto show = [box, action] {
        box->setChecked(action->isChecked());
        box->setEnabled(action->isEnabled());
    };
    show();
    connect(action, &QAction::changed, box, show);
    connect(box, &QCheckBox::clicked, this, [action, show] {
        action->trigger();
        show();
    });
    form.addRow(box);
}

}  // namespace posewright::ui
