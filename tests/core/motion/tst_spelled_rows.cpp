#include "core/motion/key_rows.h"
#include "core/motion/spelled_rows.h"
#include "tests/support/program.h"

#include <QTest>

#include <charconv>
#include <cstring>
#include <random>

using namespace posewright;

namespace {

/// A decimal number of so many digits before and behind the point, and its text.
struct Spelled {
    std::uint64_t cell = 0;
    std::string text;
};

Spelled spelled(std::mt19937_64& random, int whole, int decimals)
{
    std::string digits;
    for (int i = 0; i < whole + decimals; ++i) digits += char('0' + random() % 10);
    if (whole > 1 && digits[0] == '0') digits[0] = '7';
    const bool negative = random() % 2 == 0;
    std::uint64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    std::string text = (negative ? "-" : "") + digits.substr(0, std::size_t(whole));
    if (decimals > 0) text += '.' + digits.substr(std::size_t(whole));
    return {cellOf(negative, value, decimals), text};
}

std::uint64_t bitsOf(double value)
{
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

/// Rows of whole angles in hundredths of a degree.
Shared<SpelledRows> anglesOf(const std::vector<std::array<int, 3>>& angles)
{
    SpelledRows rows;
    rows.columns = 3;
    for (const auto& row : angles)
        for (const int angle : row)
            rows.cells.push_back(cellOf(angle < 0, std::uint64_t(std::abs(angle)), 2));
    return rows;
}

}  // namespace

class TestSpelledRows : public QObject {
    Q_OBJECT

private slots:
    void textAndNumberComeBackToTheLastBit()
    {
        std::mt19937_64 random(5);
        for (int i = 0; i < 200'000; ++i) {
            const int whole = 1 + int(random() % 9);
            const int decimals = int(random() % std::uint64_t(18 - whole));
            const Spelled one = spelled(random, whole, decimals);
            SpelledRows rows;
            rows.columns = 1;
            rows.cells = {one.cell};
            std::string text;
            appendNumber(rows, 0, 0, text);
            QCOMPARE(text, one.text);
            double expected = 0;
            std::from_chars(text.data(), text.data() + text.size(), expected);
            QCOMPARE(bitsOf(valueOf(rows, 0, 0)), bitsOf(expected));
        }
    }

    void rowsComeBackWithWhatStoodBetween()
    {
        SpelledRows rows;
        rows.columns = 2;
        rows.before = "\r\n";
        rows.between = "\t";
        rows.cells = {cellOf(true, 0, 3),  cellOf(false, 15, 1), cellOfOther(0),
                      cellOf(false, 7, 0), cellOf(false, 1, 22), cellOf(false, 12, 0)};
        rows.others = {1e-5};
        rows.oddText = "\n1e-5  7";
        rows.oddRows = {{1, 0, 8}};
        QVERIFY(isSound(rows));
        std::string text;
        appendRows(rows, 0, 3, text);
        QCOMPARE(text, std::string("\r\n-0.000\t1.5\n1e-5  7\r\n0.0000000000000000000001\t12"));
        QVERIFY(std::signbit(valueOf(rows, 0, 0)));
        QCOMPARE(valueOf(rows, 1, 0), 1e-5);
        QCOMPARE(valueOf(rows, 2, 0), 1e-22);
        text.clear();
        appendRows(rows, 2, 3, text);
        QCOMPARE(text, std::string("\r\n0.0000000000000000000001\t12"));
    }

    void whatReachesBeyondTheEndIsNoRows()
    {
        SpelledRows rows;
        rows.columns = 2;
        rows.cells = {cellOf(false, 1, 0)};
        QVERIFY(!isSound(rows));
        rows.cells = {cellOf(false, 1, 0), cellOfOther(0)};
        QVERIFY(!isSound(rows));
        rows.others = {0.5};
        QVERIFY(!isSound(rows));  // only its text says how it was spelled
        rows.oddRows = {{0, 0, 1}};
        QVERIFY(!isSound(rows));
        rows.oddText = "x";
        QVERIFY(isSound(rows));
        rows.oddRows.push_back({0, 0, 1});
        QVERIFY(!isSound(rows));
        rows.oddRows.pop_back();
        rows.cells[0] = std::uint64_t{23} << 58U;
        QVERIFY(!isSound(rows));
    }

    /// Whether keys were made or not, every frame has the same bits; through angles that jump, are
    /// huge, or lie on the border of two hemispheres.
    void aTrackOfRowsIsATrackOfKeys()
    {
        std::mt19937 random(11);
        std::vector<std::array<int, 3>> angles;
        for (int i = 0; i < 400; ++i) {
            std::array<int, 3> row{};
            for (int& angle : row) {
                const int kind = i / 50 % 4;
                angle = kind == 0   ? i * 100
                        : kind == 1 ? int(random() % 72'001) - 36'000
                        : kind == 2 ? int(random() % 5) * 9'000
                                    : int(random() % 2'000'000'000) - 1'000'000'000;
            }
            angles.push_back(row);
        }
        const Shared<SpelledRows> rows = anglesOf(angles);
        const std::vector<TurnColumn> turns = {{2, 0}, {0, 1}, {1, 2}};
        const auto lazy = RotationTrack::fromRows(std::make_shared<RotationRows>(rows, turns));
        const auto other = RotationTrack::fromRows(std::make_shared<RotationRows>(rows, turns));
        const RotationTrack keyed = RotationTrack::fromKeys(other.keys());
        QVERIFY(lazy.rows() && !lazy.rows()->keysMade());
        QVERIFY(!keyed.rows());
        std::uniform_real_distribution<double> frame(-5, 410);
        for (int i = 0; i < 4000; ++i) {
            const double f = i < 420 ? i - 10 : frame(random);
            std::size_t here = 0;
            std::size_t there = 0;
            const Quat a = lazy.sample(f, here);
            const Quat b = keyed.sample(f, there);
            QCOMPARE(here, there);
            for (int c = 0; c < 4; ++c) QCOMPARE(bitsOf(a.coeffs()[c]), bitsOf(b.coeffs()[c]));
        }
        QVERIFY(!lazy.rows()->keysMade());
        QCOMPARE(lazy.size(), keyed.size());
        QCOMPARE(lazy.lastFrame(), keyed.lastFrame());
        QVERIFY(lazy == keyed);
        QVERIFY(RotationTrack::fromKeys(keyed.keys()) == keyed);
    }

    void aCurveOfRowsIsACurveOfKeys()
    {
        const Shared<SpelledRows> rows = anglesOf({{1, 2, 3}, {-5, 2, 0}, {400, 7, 1}});
        const auto lazy = Curve::fromRows(std::make_shared<CurveRows>(rows, 0, 0.01));
        const Curve keyed = Curve::fromKeys(
            {linearKey(0, 0.01 * 0.01), linearKey(1, -0.05 * 0.01), linearKey(2, 4.0 * 0.01)});
        for (const double f : {-1.0, -0.0, 0.0, 0.25, 1.0, 1.9, 2.0, 7.0})
            QCOMPARE(bitsOf(lazy.sample(f)), bitsOf(keyed.sample(f)));
        QVERIFY(!lazy.rows()->keysMade());
        QVERIFY(lazy == keyed);
    }

    void anEditMakesKeysOfIt()
    {
        const Shared<SpelledRows> rows = anglesOf({{1, 2, 3}, {5, 6, 7}});
        const auto source =
            std::make_shared<RotationRows>(rows, std::vector<TurnColumn>{{0, 0}, {1, 1}, {2, 2}});
        const RotationTrack before = RotationTrack::fromRows(source);
        RotationTrack after = before;
        QVERIFY(after == before);
        after.remove(1);
        QVERIFY(!after.rows());
        QCOMPARE(after.size(), std::size_t(1));
        QCOMPARE(before.size(), std::size_t(2));
        QVERIFY(!(after == before));
        Curve curve = Curve::fromRows(std::make_shared<CurveRows>(rows, 1, 1));
        curve.setValue(1, 9);
        QVERIFY(!curve.rows());
        QCOMPARE(curve.sample(1), 9.0);
        QCOMPARE(curve.sample(0), 0.02);
    }
};

POSEWRIGHT_TEST(TestSpelledRows, posewright::test::runPlain);
#include "tst_spelled_rows.moc"
