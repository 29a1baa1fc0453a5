#include "core/contacts/contacts.h"

#include "tests/bars/bars.h"
#include "tests/bars/figures.h"
#include "tests/support/made_body.h"

#include <QElapsedTimer>
#include <QTest>

namespace posewright::bars {

/// Contacts of a long capture.
class ContactBars : public QObject {
    Q_OBJECT

private slots:
    /// 5,000 frames in 0.3 s; and again with another threshold while a slider moves.
    void contactsAreFoundInTime()
    {
        plain::Dice dice(1);
        const test::MadeBody body = test::madeBody();
        const Document doc = test::documentOf(body, test::madeMotion(body, 5000, dice), 60);
        const auto watched = contacts::feetOf(doc);
        if (!watched) qFatal("%s", watched.error().message.c_str());
        contacts::Samples samples;
        const auto timed = [](auto&& work) {
            QElapsedTimer clock;
            clock.start();
            work();
            return double(clock.nsecsElapsed()) * 1e-9;
        };
        const double whole = best(0.3, [&] {
            return timed([&] {
                samples = *contacts::sample(doc, *watched);
                (void)contacts::stances(samples, contacts::find(samples));
            });
        });
        contacts::Thresholds other;
        const double again = best(0.016, [&] {
            other.speed += 0.001;
            return timed([&] { (void)contacts::stances(samples, contacts::find(samples, other)); });
        });
        const bool finds = holds("contacts of 5,000 frames", whole, 0.3, "s");
        QVERIFY(holds("contacts by another threshold", again, 0.016, "s") && finds);
    }
};

std::unique_ptr<QObject> contactBars()
{
    return std::make_unique<ContactBars>();
}

}  // namespace posewright::bars

#include "contacts.moc"
