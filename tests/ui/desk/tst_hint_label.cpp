#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "ui/desk/hint_label.h"

#include <QTest>

using namespace posewright::ui;

/// The hints of the status line, as many as there is room for.
class TestHintLabel : public QObject {
    Q_OBJECT

private slots:
    void whatFitsIsShown()
    {
        HintLabel label;
        const QFontMetrics metrics = label.fontMetrics();
        const QString last = "F1 Help";
        const auto widthOf = [&](const QString& text) { return metrics.horizontalAdvance(text); };
        const QString two = QString("S Key  %1  F1 Help").arg(QChar(0xb7));
        label.resize(2000, 20);
        label.setParts({"S Key", "G Grab"}, last);
        QCOMPARE(label.text(), QString("S Key  %1  G Grab  %1  F1 Help").arg(QChar(0xb7)));
        label.resize(widthOf(two), 20);
        label.setParts({"S Key", "G Grab"}, last);
        QCOMPARE(label.text(), two);
        label.resize(widthOf(last), 20);
        label.setParts({"S Key", "G Grab"}, last);
        QCOMPARE(label.text(), last);
        label.resize(widthOf(last) - 1, 20);
        label.setParts({"S Key", "G Grab"}, last);
        QCOMPARE(label.text(), QString());
        label.setParts({}, last);
        QCOMPARE(label.text(), QString());
    }
};

POSEWRIGHT_TEST(TestHintLabel, posewright::test::runOnScreen);
#include "tst_hint_label.moc"
