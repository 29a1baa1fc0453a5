#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "ui/actions/actions.h"
#include "ui/look/icons.h"

#include <QtTest>

#include <map>
#include <set>

using namespace posewright::ui;

/// What every row of the table owes the user.
class TestActions : public QObject {
    Q_OBJECT

private slots:
    void everyActionExplainsItself()
    {
        for (const ActionRow& row : actionTable()) {
            const std::string id(row.id);
            QVERIFY2(row.text && *row.text, id.c_str());
            QVERIFY2(row.hint && std::string_view(row.hint).size() > 5, id.c_str());
            QVERIFY2(!row.menu.empty(), id.c_str());
            QVERIFY2(row.run, id.c_str());
            QVERIFY2(id.find('.') != std::string::npos, id.c_str());
            if (row.icon) QVERIFY2(!icon(row.icon).isNull(), row.icon);
        }
    }

    void idsAndShortcutsAreUnique()
    {
        std::set<std::string_view> ids;
        std::map<QString, std::string> keys;
        for (const ActionRow& row : actionTable()) {
            QVERIFY2(ids.insert(row.id).second, std::string(row.id).c_str());
            for (const QKeySequence& key : row.shortcuts) {
                const auto [first, fresh] = keys.emplace(key.toString(), row.id);
                QVERIFY2(fresh, qPrintable(key.toString() + " is also " +
                                           QString::fromStdString(first->second)));
            }
        }
    }

    void mnemonicsAreUniqueInEachMenu()
    {
        std::set<std::pair<std::string_view, QChar>> taken;
        for (const ActionRow& row : actionTable()) {
            const QString text = row.text;
            const qsizetype at = text.indexOf('&');
            QVERIFY2(at >= 0 && at + 1 < text.size(), row.text);
            QVERIFY2(taken.emplace(row.menu, text[at + 1].toLower()).second, row.text);
        }
    }

    void menusAreTogether()
    {
        std::set<std::string_view> over;
        std::string_view now;
        for (const ActionRow& row : actionTable()) {
            const std::string_view menu = row.menu.substr(0, row.menu.find('/'));
            if (menu == now) continue;
            QVERIFY2(over.insert(menu).second, std::string(menu).c_str());
            now = menu;
        }
    }

    void iconsAreSharpAtEveryScale()
    {
        for (const qreal ratio : {1.0, 1.5, 2.0}) {
            const QPixmap pixmap = icon("save").pixmap({16, 16}, ratio);
            QCOMPARE(pixmap.size(), (QSize(16, 16) * ratio));
            const QImage image = pixmap.toImage();
            int ink = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) ink += qAlpha(image.pixel(x, y)) > 200;
            QVERIFY(ink > 20);
        }
    }
};

POSEWRIGHT_TEST(TestActions, posewright::test::runWithWidgets);
#include "tst_actions.moc"
