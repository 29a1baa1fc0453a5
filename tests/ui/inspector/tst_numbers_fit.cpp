#include "tests/support/cases.h"
#include "tests/support/program.h"
#include "tests/ui/inspector/inspector_test.h"
#include "tests/ui/run.h"

#include <QHash>
#include <QHelpEvent>
#include <QImage>
#include <QPainter>
#include <QTextDocumentFragment>
#include <QToolTip>

#include <cmath>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// First and last column of a picture that anything is painted in, beside its ground. [device px]
struct Ink {
    int first = -1;
    int last = -1;
    int width() const { return first < 0 ? 0 : last - first + 1; }
};

/// @pre 32 bits a pixel
Ink inkOf(const QImage& image, const QRect& inside)
{
    const QRgb ground = image.pixel(inside.topLeft());
    const auto hasInk = [&](int x) {
        for (int y = inside.top(); y <= inside.bottom(); ++y) {
            const QRgb seen = reinterpret_cast<const QRgb*>(image.constScanLine(y))[x];
            const int apart = std::abs(qRed(seen) - qRed(ground)) +
                              std::abs(qGreen(seen) - qGreen(ground)) +
                              std::abs(qBlue(seen) - qBlue(ground));
            if (apart >= 60) return true;
        }
        return false;
    };
    Ink ink{inside.left(), inside.right()};
    while (ink.first <= inside.right() && !hasInk(ink.first)) ++ink.first;
    if (ink.first > inside.right()) return {};
    while (!hasInk(ink.last)) --ink.last;
    return ink;
}

/// What a widget paints inside its frame.
Ink painted(QWidget& widget, double ratio)
{
    QImage image((QSizeF(widget.size()) * ratio).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::black);
    widget.render(&image);
    constexpr int kFrame = 2;  // [px]
    const int frame = static_cast<int>(std::ceil(kFrame * ratio));
    return inkOf(image, image.rect().adjusted(frame, frame, -frame, -frame));
}

/// What the whole of a text takes, with room all round. The same texts come again and again.
Ink wanted(const QString& text, const QFont& font, double ratio)
{
    static QHash<QString, Ink> known;
    Ink& ink = known[text + u'|' + font.key() + u'|' + QString::number(ratio)];
    if (ink.first >= 0) return ink;
    QImage image((QSizeF(400, 60) * ratio).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::black);
    QPainter painter(&image);
    painter.setFont(font);
    painter.setPen(Qt::white);
    painter.drawText(QPointF(40, 40), text);
    painter.end();
    return ink = inkOf(image, image.rect());
}

/// Why what is shown is not the number; empty: it is.
QString fault(const QString& shown, double value)
{
    bool read = false;
    const double back = QLocale::c().toDouble(shown, &read);
    if (!read) return "\"" + shown + "\" is no number";
    const qsizetype power = shown.indexOf(u'e');
    const QString digits = power < 0 ? shown : shown.left(power);
    const qsizetype point = digits.indexOf(u'.');
    const double decimals = point < 0 ? 0 : static_cast<double>(digits.size() - point - 1);
    const double exponent = power < 0 ? 0 : shown.mid(power + 1).toDouble();
    const double half = 0.5 * std::pow(10, exponent - decimals);
    if (std::abs(back - value) > half * (1 + 1e-9))
        return QString("\"%1\" for %2").arg(shown).arg(value, 0, 'g', 12);
    if (power >= 0 && std::abs(value) < 100000)
        return "an exponent for " + QString::number(value, 'g', 12);
    return {};
}

const std::vector<double> kValues{-99999.9999, -99999.4999, -12345.6789, -5.4128, 13.6578,   178.59,
                                  -178.59,     -0.00001,    0.00001,     0,       -1e9,      1e9,
                                  -7.5,        1.25,        99999.9999,  -0.0994, 8888.88888};

}  // namespace

/// However narrow a field is, what it shows is a whole number: never the end of one. The paint is
/// looked at, not what the field believes to have painted.
class TestNumbersFit : public test::InspectorTest {
    Q_OBJECT

    /// A place along X in a panel that has no room for it.
    NumberField& narrowField(double x)
    {
        start();
        edit::SetTargetKey key;
        key.target = target().id;
        key.frame = 7;
        key.position = Vec3(x, 1.5, 0);
        if (!session_->commit(key)) qFatal("no key");
        inspector_->resize(inspector_->minimumSizeHint().width(), 900);
        QCoreApplication::processEvents();
        return field("inspectorPositionX");
    }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::Dark); }

    void aFieldShowsWholeNumbersAtEveryWidth_data()
    {
        QTest::addColumn<NumberField::Kind>("kind");
        QTest::addColumn<double>("ratio");
        for (const double ratio : {1.0, 1.5, 2.0})
            for (const auto kind : {NumberField::Kind::Length, NumberField::Kind::Angle,
                                    NumberField::Kind::Frame, NumberField::Kind::Plain})
                QTest::addRow("kind %d at %gx", int(kind), ratio) << kind << ratio;
    }
    void aFieldShowsWholeNumbersAtEveryWidth()
    {
        QFETCH(NumberField::Kind, kind);
        QFETCH(double, ratio);
        NumberField field(kind, "field");
        field.setAttribute(Qt::WA_DontShowOnScreen);
        field.setVisible(true);
        const int least = field.minimumSizeHint().width();
        QVERIFY2(least < 90, qPrintable(QString("three must fit a panel, %1 px").arg(least)));
        for (int width = least; width <= 500; width += width < 150 ? 3 : 25) {
            field.resize(width, field.sizeHint().height());
            for (const double value : kValues) {
                field.showValue(value);
                const QString wrong = fault(field.text(), value);
                QVERIFY2(wrong.isEmpty(), qPrintable(QString("%1 px: %2").arg(width).arg(wrong)));
                const Ink there = painted(field, ratio);
                const Ink whole = wanted(field.text(), field.font(), ratio);
                QVERIFY2(std::abs(there.width() - whole.width()) <= 2 * ratio,
                         qPrintable(QString("%1 px, %2: %3 of %4 device pixels are painted")
                                        .arg(width)
                                        .arg(field.text())
                                        .arg(there.width())
                                        .arg(whole.width())));
            }
            field.showValue(0, true);
            const Ink there = painted(field, ratio);
            const Ink whole = wanted("differ", field.font(), ratio);
            QVERIFY2(std::abs(there.width() - whole.width()) <= 2 * ratio,
                     qPrintable(QString("%1 px, differ: %2 of %3 device pixels")
                                    .arg(width)
                                    .arg(there.width())
                                    .arg(whole.width())));
        }
    }

    void thePanelShowsWholeNumbersAtEveryWidth_data()
    {
        test::cases<double>("ratio", {{"1x", 1.0}, {"2x", 2.0}});
    }
    void thePanelShowsWholeNumbersAtEveryWidth()
    {
        QFETCH(double, ratio);
        start();
        for (const double value : kValues) {
            edit::SetTargetKey key;
            key.target = target().id;
            key.frame = 7;
            key.position = Vec3(value, -value / 3, value * 0.7);
            QVERIFY(session_->commit(key));
            for (int width = 150; width <= 500; width += 50) {
                // A panel is never narrower than its rows need.
                inspector_->resize(std::max(width, inspector_->minimumSizeHint().width()), 900);
                QCoreApplication::processEvents();
                if (inspector_->width() < inspector_->minimumSizeHint().width()) continue;
                for (auto* field : inspector_->findChildren<NumberField*>()) {
                    if (!field->isVisible()) continue;
                    const int end = field->mapTo(inspector_.get(), QPoint(field->width(), 0)).x();
                    QVERIFY2(end <= inspector_->width(),
                             qPrintable(QString("%1 sticks out to %2 of a panel of %3, least %4")
                                            .arg(field->objectName())
                                            .arg(end)
                                            .arg(inspector_->width())
                                            .arg(inspector_->minimumSizeHint().width())));
                    const QString wrong = fault(field->text(), field->value());
                    QVERIFY2(wrong.isEmpty(), qPrintable(field->objectName() + ' ' + wrong));
                    const Ink there = painted(*field, ratio);
                    const Ink whole = wanted(field->text(), field->font(), ratio);
                    QVERIFY2(std::abs(there.width() - whole.width()) <= 2 * ratio,
                             qPrintable(QString("%1 of %2 px, %3: %4 of %5 device pixels")
                                            .arg(field->objectName())
                                            .arg(field->width())
                                            .arg(field->text())
                                            .arg(there.width())
                                            .arg(whole.width())));
                }
            }
        }
        qInfo("the panel is never narrower than %d px", inspector_->minimumSizeHint().width());
    }

    void theTooltipHasWhatDidNotFit()
    {
        NumberField& x = narrowField(-12345.6789);
        QVERIFY2(x.text() != "-12345.6789", "there is no room for it");
        QHelpEvent ask(QEvent::ToolTip, QPoint(5, 5), x.mapToGlobal(QPoint(5, 5)));
        QCoreApplication::sendEvent(&x, &ask);
        QTRY_VERIFY2(QToolTip::text().contains("-12345.6789"), qPrintable(QToolTip::text()));
        QToolTip::hideText();
    }

    void asManyDecimalsAsFitAreShown_data()
    {
        QTest::addColumn<NumberField::Kind>("kind");
        QTest::newRow("plain") << NumberField::Kind::Plain;
        QTest::newRow("length") << NumberField::Kind::Length;
        QTest::newRow("angle") << NumberField::Kind::Angle;
        QTest::newRow("frame") << NumberField::Kind::Frame;
        QTest::newRow("share") << NumberField::Kind::Share;
    }
    void asManyDecimalsAsFitAreShown()
    {
        QFETCH(NumberField::Kind, kind);
        NumberField field(kind, "field");
        field.setAttribute(Qt::WA_DontShowOnScreen);
        field.setVisible(true);
        for (int width = field.minimumSizeHint().width(); width <= 300; width += 7) {
            field.resize(width, field.sizeHint().height());
            field.showValue(-5.4128);
            const int room = field.findChild<QLineEdit*>()->width() - 6;
            int decimals = 4;
            const auto text = [&] { return QString::number(-5.4128, 'f', decimals); };
            while (decimals > 0 && field.fontMetrics().horizontalAdvance(text()) > room) --decimals;
            QVERIFY2(field.text() == text(),
                     qPrintable(QString("%1 px: %2, not %3").arg(width).arg(field.text(), text())));
        }
        field.showValue(30);
        QCOMPARE(field.text(), QString("30"));
    }

    void theTooltipTellsWhatWasRounded_data()
    {
        QTest::addColumn<NumberField::Kind>("kind");
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("width");
        QTest::addColumn<QString>("tip");
        using K = NumberField::Kind;
        QTest::newRow("a wide length") << K::Length << 0.1234567 << 300 << "0.1234567";
        QTest::newRow("a narrow one") << K::Length << -12345.678 << 60 << "-12345.678";
        QTest::newRow("a wide angle") << K::Angle << -5.412839 << 300 << "-5.412839";
        QTest::newRow("a narrow one of angles") << K::Angle << -12345.678 << 60 << "-12345.678";
        QTest::newRow("not rounded") << K::Angle << 30.0 << 300 << "";
    }
    /// Where the pointer is: on the letters, that is on the line inside the field.
    void theTooltipTellsWhatWasRounded()
    {
        QFETCH(NumberField::Kind, kind);
        QFETCH(double, value);
        QFETCH(int, width);
        QFETCH(QString, tip);
        NumberField field(kind, "field");
        field.resize(width, field.sizeHint().height());
        field.setVisible(true);
        field.showValue(value);
        QToolTip::hideText();
        QTRY_VERIFY(!QToolTip::isVisible());
        auto* line = field.findChild<QLineEdit*>();
        QHelpEvent ask(QEvent::ToolTip, QPoint(5, 5), line->mapToGlobal(QPoint(5, 5)));
        QCoreApplication::sendEvent(line, &ask);
        const auto told = [] {
            return QToolTip::isVisible()
                       ? QTextDocumentFragment::fromHtml(QToolTip::text()).toPlainText()
                       : QString();
        };
        QCOMPARE(told(), tip);
        // With the caret in the field nothing is typed yet: it says the same.
        field.setFocus();
        line->selectAll();
        QToolTip::hideText();
        QTRY_VERIFY(!QToolTip::isVisible());
        QCoreApplication::sendEvent(line, &ask);
        QCOMPARE(told(), tip);
    }

    void whatIsTypedOverARoundedNumberIsTaken()
    {
        NumberField& x = narrowField(-54321.98765);
        const QString shown = x.text();
        const int steps = session_->history().count();
        QTest::mouseClick(x.findChild<QLineEdit*>(), Qt::LeftButton);
        QTest::keyClick(&x, Qt::Key_Return);
        QCOMPARE(session_->history().count(), steps);
        QCOMPARE(keyed(7).x(), -54321.98765);
        type(x, shown);
        QCOMPARE(session_->history().count(), steps + 1);
        QCOMPARE(keyed(7).x(), shown.toDouble());
    }
};

POSEWRIGHT_TEST(TestNumbersFit, posewright::test::runWithoutScreen);

#include "tst_numbers_fit.moc"
