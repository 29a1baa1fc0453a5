#include "core/document/document.h"
#include "core/io/format.h"
#include "tests/support/hostile_files.h"
#include "tests/support/program.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <random>

using namespace posewright;

namespace {

constexpr int kMutants = 1000;
constexpr qint64 kMost = 10'000;  ///< to read any file [ms]

}  // namespace

/// Files that were made to do harm, without the shared ones.
class TestMadeHostile : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;

    Result<io::Import> readBytes(const QByteArray& bytes, const std::string& extension)
    {
        const QString path = dir_.filePath("a." + QString::fromStdString(extension));
        test::made::save(path, bytes);
        return io::read(path.toStdString());
    }
    /// What every answer must be, whatever was read; empty if it is.
    static QString complaint(const Result<io::Import>& import)
    {
        if (import) {
            const auto valid = validate(import->document);
            return valid ? QString() : "read, but " + QString::fromStdString(valid.error().message);
        }
        const Error& error = import.error();
        if (error.message.empty() || error.where.empty()) return "refused without a word or place";
        if (error.message.size() > 400) return "a message of more than 400 bytes";
        for (const char c : error.message)
            if (static_cast<unsigned char>(c) < 0x20) return "a message with control characters";
        return {};
    }

private slots:
    void everyFileGetsItsVerdict()
    {
        using Verdict = test::HostileFile::Verdict;
        const auto files = test::hostileFiles();
        QStringList wrong;
        int refused = 0, placed = 0;
        for (const test::HostileFile& file : files) {
            const QString name = QString::fromStdString(file.name);
            QElapsedTimer clock;
            clock.start();
            const Result<io::Import> import = readBytes(file.bytes, file.extension);
            QVERIFY2(clock.elapsed() < kMost, qPrintable(name));
            if (const QString wrongly = complaint(import); !wrongly.isEmpty())
                wrong << name + ": " + wrongly;
            if (file.verdict != Verdict::Either && bool(import) != (file.verdict == Verdict::Read))
                wrong << name + (import ? " is read"
                                        : ": " + QString::fromStdString(import.error().message));
            if (import || file.place.empty()) continue;
            ++refused;
            // The value itself, what it belongs to, or a part of it.
            const std::string& where = import.error().where;
            const std::string::size_type mark = where.find('#');
            const std::string pointer = mark == std::string::npos ? "" : where.substr(mark);
            if (where.ends_with(file.place) ||
                (!pointer.empty() &&
                 (pointer.starts_with(file.place) || file.place.starts_with(pointer))))
                ++placed;
            else
                wrong << name + ": points at " + QString::fromStdString(where).section('/', -4) +
                             ", not at " + QString::fromStdString(file.place);
        }
        qInfo("%zu files; %d of %d refusals with a known place name it", files.size(), placed,
              refused);
        QVERIFY(refused > 80);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    }

    void aFileThatWasCutOffDoesNoHarm_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("extension");
        QTest::newRow("bvh") << test::hostile::goodBvh() << "bvh";
        for (const test::HostileFile& file : test::hostile::gltfFiles())
            if (file.name == "gltf: the good one" || file.name == "gltf: the good one as GLB")
                QTest::newRow(file.name.c_str())
                    << file.bytes << QString::fromStdString(file.extension);
    }
    void aFileThatWasCutOffDoesNoHarm()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, extension);
        const qsizetype step = std::max<qsizetype>(1, bytes.size() / 400);
        for (qsizetype length = 0; length < bytes.size(); length += step) {
            const auto import = readBytes(bytes.left(length), extension.toStdString());
            const QString wrongly = complaint(import);
            QVERIFY2(wrongly.isEmpty(), qPrintable(QString("%1: %2").arg(length).arg(wrongly)));
            // A BVH may lose its end: rows, with a warning, or digits of its last number.
            if (import) QCOMPARE(extension, QString("bvh"));
        }
    }

    void randomDamageDoesNoHarm()
    {
        const std::uint64_t seed = std::random_device()();
        std::map<QString, QByteArray> good{{"bvh", test::hostile::goodBvh()}};
        for (const test::HostileFile& file : test::hostile::gltfFiles())
            if (file.name.find("the good one") != std::string::npos)
                good[QString::fromStdString(file.extension)] = file.bytes;
        int read = 0;
        for (int i = 0; i < kMutants; ++i)
            for (const auto& [extension, bytes] : good) {
                const auto import =
                    readBytes(test::mutant(bytes, seed + i), extension.toStdString());
                read += bool(import);
                const QString wrongly = complaint(import);
                QVERIFY2(
                    wrongly.isEmpty(),
                    qPrintable(QString("seed %1, %2: %3").arg(seed + i).arg(extension, wrongly)));
            }
        qInfo("seed %llu: %d of %d damaged files are read", static_cast<unsigned long long>(seed),
              read, int(3 * kMutants));
    }
};

POSEWRIGHT_TEST(TestMadeHostile, posewright::test::runWithEvents);
#include "tst_made_hostile.moc"
