#include "core/evaluate/evaluate.h"
#include "core/io/save.h"
#include "core/operate/operate.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <iterator>

using namespace posewright;

namespace {

/// A weighted sum of the places of all bones: any of them that moves shows in it.
Vec3 printOf(const Scene& scene, const Evaluation& shown)
{
    Vec3 sum = Vec3::Zero();
    double weight = 1;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        if (!scene[row].bone()) continue;
        sum += weight * (shown.world[row].position + shown.world[row].rotation.vec());
        weight = std::fmod(weight * 1.61803398874989, 2) + 0.1;
    }
    return sum;
}

struct KeptPose {
    const char* document;
    double frame;
    std::array<double, 3> print;
};

// As evaluated on 27 November 2026. A change here changes the animations that people have saved.
constexpr KeptPose kKept[] = {
    {"samples/walk.json", 0, {5.422068037632657, 21.427179215516585, 0.30686942040463333}},
    {"samples/walk.json", 7.5, {4.873093375636122, 21.804319291659333, 1.6839179148225347}},
    {"samples/walk.json", 13, {5.034305959215605, 22.36550650718824, 4.557094936226976}},
    {"samples/walk.json", 20.25, {5.661453382372574, 22.684931016316874, 8.231757827163372}},
    {"samples/walk.json", 31, {6.3326754284414015, 20.18002689512563, 12.433980294556854}},
    {"samples/walk.json", 40, {5.635469045543175, 20.024353025319048, 14.621862105191525}},
    {"samples/doorbell.json", 0, {0.07330994458956686, 9.750128699540582, -4.479816074534588}},
    {"samples/doorbell.json", 6.5, {0.05325371898537323, 9.339183041918941, -3.868927868232584}},
    {"samples/doorbell.json", 15, {-0.04518314168832782, 8.41474782392967, -1.5076405330715115}},
    {"samples/doorbell.json",
     22.25,
     {-0.05166468384669498, 8.408232120010389, -1.4724626624280117}},
    {"samples/doorbell.json", 30, {0.01686766666110273, 8.871880076796302, -3.005700186341257}},
    {"samples/figure.json", 0, {5.413971153229807, 21.52207381410943, 0.2881126532949823}},
    {"samples/arm.json", 0, {178.92222458488794, 239.1343905950783, -3.1736948413946604}},
    {"samples/arm.json", 7.5, {114.63914568448311, 86.39170811306192, -4.174465003381753}},
    {"samples/arm.json", 12, {149.3449578585853, 21.502064310311283, -4.584203830589791}},
    {"samples/arm.json", 18.25, {168.24818212018036, -47.32009677274696, -4.802952434414351}},
    {"samples/arm.json", 24, {171.65808087361333, -80.13536163082455, -4.874903019111098}},
    {"templates/robot6.json", 0, {3.8314479486706414, 2.0548383998405386, -0.2630553847625676}},
    {"templates/robot7.json", 0, {5.54353378602557, 5.059024378486334, 2.9023369925750773}},
    {"templates/hand.json", 0, {3.0325278965486846, 4.027022146192689, -18.679072623054708}},
};

}  // namespace

/// The documents that come with the program are posed as they were. Compared to 1e-12 of their size
/// rather than by bits, since the sines of the C library differ between processors.
class TestPosesKept : public QObject {
    Q_OBJECT

private slots:
    void documentsAreEvaluatedAsTheyWere()
    {
        double worst = 0;
        for (const KeptPose& kept : kKept) {
            const Result<std::string> text =
                io::readWhole(std::string(test::sourceDir()) + "/resources/" + kept.document);
            QVERIFY2(text, kept.document);
            const Result<Document> doc =
                operate::applyAll(emptyDocument(), nlohmann::json::parse(*text));
            QVERIFY2(doc, kept.document);
            const Vec3 print = printOf(*doc->scene, evaluate(*doc, kept.frame));
            const Vec3 was(kept.print[0], kept.print[1], kept.print[2]);
            const double off = (print - was).norm() / print.norm();
            worst = std::max(worst, off);
            QVERIFY2(off < 1e-12, qPrintable(QString("{\"%1\", %2, {%3, %4, %5}}, off by %6")
                                                 .arg(kept.document)
                                                 .arg(kept.frame)
                                                 .arg(print.x(), 0, 'g', 17)
                                                 .arg(print.y(), 0, 'g', 17)
                                                 .arg(print.z(), 0, 'g', 17)
                                                 .arg(off)));
        }
        qInfo("%zu poses, at most %.2g of their size from what they were", std::size(kKept), worst);
        QVERIFY(std::size(kKept) >= 20);
    }
};

POSEWRIGHT_TEST(TestPosesKept, posewright::test::runPlain);

#include "tst_poses_kept.moc"
