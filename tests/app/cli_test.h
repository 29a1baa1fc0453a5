#pragma once

#include "app/cli/command.h"
#include "tests/support/shared.h"
#include "tests/support/written_file.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <sstream>
#include <string>
#include <vector>

namespace posewright::test {

/// What a call of the command line came to.
struct Outcome {
    int exit = -1;
    std::string out;
    std::string err;
};

inline Outcome call(const std::vector<std::string>& arguments,
                    const cli::Environment& environment = {})
{
    std::ostringstream out;
    std::ostringstream err;
    const int exit = cli::run(arguments, out, err, environment);
    return {exit, out.str(), err.str()};
}

/// An arm of two bones of length 1 along +X, then +Y, and a hand; two frames at 25 frames/s.
inline const char* const kArm =
    "HIERARCHY\n"
    "ROOT Shoulder\n"
    "{\n"
    "\tOFFSET 0 0 0\n"
    "\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    "\tJOINT Elbow\n"
    "\t{\n"
    "\t\tOFFSET 1 0 0\n"
    "\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "\t\tJOINT Hand\n"
    "\t\t{\n"
    "\t\t\tOFFSET 0 1 0\n"
    "\t\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "\t\t\tEnd Site\n"
    "\t\t\t{\n"
    "\t\t\t\tOFFSET 0 0.25 0\n"
    "\t\t\t}\n"
    "\t\t}\n"
    "\t}\n"
    "}\n"
    "MOTION\n"
    "Frames: 2\n"
    "Frame Time: 0.04\n"
    "0 0 0 0 0 0 0 0 0 0 0 0\n"
    "0 0 0 90 0 0 0 0 0 0 0 0\n";

/// The whole command line but main(), called in process, on an arm and on the walk.
class CliTest : public QObject {
protected:
    QTemporaryDir dir_;

    std::string path(const char* name) const { return dir_.filePath(name).toStdString(); }
    std::string put(const char* name, const QByteArray& bytes) const
    {
        return writtenFile(dir_.filePath(name), bytes).string();
    }
    QByteArray get(const std::string& name) const
    {
        QFile file(QString::fromStdString(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static std::string sample(const char* name)
    {
        return std::string(sourceDir()) + "/resources/samples/" + name;
    }
    std::string arm() const { return path("arm.bvh"); }
    std::string walk() const { return path("walk.glb"); }

    /// Writes arm() and walk(): before the first test.
    void start()
    {
        put("arm.bvh", kArm);
        const Outcome made = call({"apply", "--new", sample("walk.json"), "-o", walk()});
        QVERIFY2(made.exit == 0, made.err.c_str());
        QCOMPARE(made.out, std::string());
    }
};

}  // namespace posewright::test
