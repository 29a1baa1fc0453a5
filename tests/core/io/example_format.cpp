#include "tests/core/io/example_format.h"

#include "core/base/number.h"
#include "core/io/save.h"

#include <array>
#include <sstream>

namespace posewright::test {

namespace {

constexpr std::array kExampleEndings = {
    io::Ending{"bones", "BONES", "skeletons alone, a line for each bone"},
};

Error exampleError(const std::filesystem::path& path, int line, std::string message)
{
    return Error{std::move(message), path.string() + ':' + std::to_string(line)};
}

Result<io::Import> readExample(const std::filesystem::path& path, const io::ReadOptions& options)
{
    const Result<std::string> bytes = io::readWhole(path);
    if (!bytes) return bytes.error();
    Document doc = emptyDocument();
    std::vector<Node> nodes;
    std::istringstream lines(*bytes);
    std::string text;
    for (int line = 1; std::getline(lines, text); ++line) {
        std::istringstream words(text);
        Node node;
        std::string parent;
        words >> node.name >> parent;
        for (int axis = 0; axis < 3; ++axis) {
            std::string word;
            words >> word;
            const std::optional<double> number = toNumber(word);
            if (!number) return exampleError(path, line, "expected three numbers after the parent");
            node.rest.translation[axis] = *number * options.scale;
        }
        for (std::size_t row = 0; row < nodes.size(); ++row)
            if (nodes[row].name == parent) node.parent = static_cast<NodeIndex>(row);
        if (node.parent == kNoNode && parent != "-")
            return exampleError(path, line, "no bone above is called \"" + parent + '"');
        node.id = newNodeId(doc);
        node.part = BonePart{};
        nodes.push_back(std::move(node));
    }
    Result<Scene> scene = Scene::make(std::move(nodes));
    if (!scene) return scene.error();
    doc.scene = *std::move(scene);
    return io::Import{.document = std::move(doc), .diagnostics = {}};
}

Result<Diagnostics> writeExample(const Document& doc, const std::filesystem::path& path,
                                 const io::WriteOptions& options)
{
    std::string text;
    const Scene& scene = *doc.scene;
    for (const Node& node : scene.nodes()) {
        if (!node.bone()) continue;
        const bool hangs = node.parent != kNoNode && scene[node.parent].bone();
        text += node.name + ' ' + (hangs ? scene[node.parent].name : "-");
        for (int axis = 0; axis < 3; ++axis)
            text += ' ' + toText(node.rest.translation[axis] * options.scale);
        text += '\n';
    }
    if (auto saved = io::saveWithBackup(path, text); !saved) return saved.error();
    return Diagnostics{};
}

double exampleBytes(const Document& doc, const io::Outline&)
{
    constexpr double kLine = 40;
    double bytes = 0;
    for (const Node& node : doc.scene->nodes()) bytes += node.bone() ? kLine : 0;
    return bytes;
}

}  // namespace

io::Format exampleFormat()
{
    io::Format row;
    row.id = "bones";
    row.title = "Bones, a line each";
    row.endings = kExampleEndings;
    row.reference = "this file";
    row.read = readExample;
    row.write = writeExample;
    row.bytes = exampleBytes;
    return row;
}

}  // namespace posewright::test
