#include "ui/actions/samples.h"

#include "core/io/format.h"
#include "core/operate/operate.h"
#include "core/operate/skeleton_templates.h"
#include "ui/actions/desk.h"
#include "ui/files/files.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <nlohmann/json.hpp>

namespace posewright::ui {

const std::vector<Sample>& samples()
{
    static const std::vector<Sample> all{
        {"figure", QT_TRANSLATE_NOOP("Samples", "Figure"),
         QT_TRANSLATE_NOOP("Samples", "It stands, with targets on hips, hands and feet")},
        {"walk", QT_TRANSLATE_NOOP("Samples", "Walk"),
         QT_TRANSLATE_NOOP("Samples", "Two steps on planted feet")},
        {"mannequin", QT_TRANSLATE_NOOP("Samples", "Mannequin"),
         QT_TRANSLATE_NOOP("Samples", "A character with a skin, which walks and greets")},
        {"capture", QT_TRANSLATE_NOOP("Samples", "Recorded Walk"),
         QT_TRANSLATE_NOOP("Samples", "Six steps with a key at every frame, whose feet slide")},
        {"doorbell", QT_TRANSLATE_NOOP("Samples", "Doorbell"),
         QT_TRANSLATE_NOOP("Samples", "An arm whose finger rings a bell in time")},
        {"arm", QT_TRANSLATE_NOOP("Samples", "Planar Arm"),
         QT_TRANSLATE_NOOP("Samples", "The steps of one solve, a frame each, to a doorbell")},
    };
    return all;
}

const std::vector<Sample>& skeletons()
{
    static const std::vector<Sample> all{
        {"biped", QT_TRANSLATE_NOOP("Samples", "Biped"),
         QT_TRANSLATE_NOOP("Samples", "A figure of 1.75 m with the limits of a body")},
        {"quadruped", QT_TRANSLATE_NOOP("Samples", "Quadruped"),
         QT_TRANSLATE_NOOP("Samples", "A dog with targets on its feet and its nose")},
        {"bird", QT_TRANSLATE_NOOP("Samples", "Bird"),
         QT_TRANSLATE_NOOP("Samples", "Wings, feet and a neck that reaches")},
        {"hand", QT_TRANSLATE_NOOP("Samples", "Hand"),
         QT_TRANSLATE_NOOP("Samples", "Five fingers, each with a target at its tip")},
        {"robot6", QT_TRANSLATE_NOOP("Samples", "Robot Arm, 6 Joints"),
         QT_TRANSLATE_NOOP("Samples", "Lengths of the UR5; its tool follows a target")},
        {"robot7", QT_TRANSLATE_NOOP("Samples", "Robot Arm, 7 Joints"),
         QT_TRANSLATE_NOOP("Samples", "Lengths and limits of the LBR iiwa 14")},
        {"chain", QT_TRANSLATE_NOOP("Samples", "Chain"),
         QT_TRANSLATE_NOOP("Samples", "Ten boxes with limits that follow the last one")},
        {"arm-doorbell", QT_TRANSLATE_NOOP("Samples", "Arm with Doorbell"),
         QT_TRANSLATE_NOOP("Samples", "An arm with the limits of a body, and a bell in its reach")},
    };
    return all;
}

/// What the first tour begins with.
const Sample kWalker{"walker", QT_TRANSLATE_NOOP("Samples", "First Walk"), ""};

QString sampleTitle(const Sample& sample)
{
    return QCoreApplication::translate("Samples", sample.title);
}

namespace {

constexpr double kCentimetre = 0.01;  ///< [m] unit of recordings

/// Readers need a file.
Result<Document> readCharacter(const QString& resource, double scale)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QFileInfo(resource).fileName());
    if (!folder.isValid() || !QFile::copy(resource, path))
        return Error{.message = "the sample cannot be taken out of the program",
                     .where = path.toStdString(),
                     .kind = ErrorKind::Machine};
    io::ReadOptions options;
    options.scale = scale;
    Result<io::Import> import = io::read(path.toStdString(), options);
    if (!import) return import.error();
    return std::move(import->document);
}

}  // namespace

Result<Document> loadSample(std::string_view id)
{
    const QString name = QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
    if (const QString character = QStringLiteral(":/samples/%1.glb").arg(name);
        QFile::exists(character))
        return readCharacter(character, 1);
    if (const QString capture = QStringLiteral(":/samples/%1.bvh").arg(name);
        QFile::exists(capture))
        return readCharacter(capture, kCentimetre);
    QFile file(
        (id == kWalker.id ? QStringLiteral(":/tours/%1.json") : QStringLiteral(":/samples/%1.json"))
            .arg(name));
    if (!file.exists()) {
        const Result<nlohmann::json> list = operate::skeletonList(id);
        return list ? operate::applyAll(emptyDocument(), *list) : list.error();
    }
    if (!file.open(QIODevice::ReadOnly)) return Error{"there is no such sample", std::string(id)};
    const QByteArray bytes = file.readAll();
    const nlohmann::json sample =
        nlohmann::json::parse(bytes.begin(), bytes.end(), nullptr, /*allow_exceptions=*/false);
    if (sample.is_discarded()) return Error{"the sample is not JSON", std::string(id)};
    if (!sample.is_object()) return operate::applyAll(emptyDocument(), sample);
    const Result<Document> character = loadSample(sample.at("character").get<std::string>());
    return character ? operate::applyAll(*character, sample.at("edits")) : character.error();
}

bool openSample(Desk& desk, std::string_view id)
{
    if (!desk.files().mayReplaceDocument()) return false;
    QString title = id == kWalker.id ? sampleTitle(kWalker) : QString();
    for (const auto* all : {&samples(), &skeletons()})
        for (const Sample& sample : *all)
            if (sample.id == id) title = sampleTitle(sample);
    Result<Document> document = loadSample(id);
    if (!document) {
        desk.tell(errorText(document.error()));
        return false;
    }
    desk.session().startNew(*std::move(document), title);
    return true;
}

}  // namespace posewright::ui
