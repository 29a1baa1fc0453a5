#include "tests/support/program.h"

/// What tests/skipping.cmake runs in parts.
class TestSkipping : public QObject {
    Q_OBJECT

private slots:
    void passes() {}
    void skips() { QSKIP("a reason (with a bracket)"); }
    void skipsOneRow_data()
    {
        QTest::addColumn<bool>("there");
        QTest::newRow("there") << true;
        QTest::newRow("not there") << false;
    }
    void skipsOneRow()
    {
        QFETCH(bool, there);
        if (!there) QSKIP("a reason (with a bracket)");
    }
    void fails() { QVERIFY(false); }
};

POSEWRIGHT_TEST(TestSkipping, posewright::test::runPlain);
#include "tst_skipping.moc"
