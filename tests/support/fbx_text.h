#pragma once

#include <QByteArray>
#include <QByteArrayList>

#include <initializer_list>

namespace posewright::test {

/// An FBX file in text (7.4), in metres with +Y up, put together object by object.
class FbxText {
public:
    /// @param kind   as in Objects: "Model", "Geometry", "Material"...
    /// @param title  with its prefix: "Model::Hip"
    /// @param body   what is in its braces
    void add(int id, const QByteArray& kind, const QByteArray& title, const QByteArray& subclass,
             const QByteArray& body)
    {
        objects_ += '\t' + kind + ": " + QByteArray::number(id) + ", \"" + title + "\", \"" +
                    subclass + "\" {\n" + body + "\t}\n";
    }

    /// A model of a kind such as "Mesh", "LimbNode", "Light", "Camera", below another one or 0.
    void addModel(int id, const QByteArray& name, const QByteArray& kind, int below = 0,
                  const QByteArrayList& more = {})
    {
        add(id, "Model", "Model::" + name, kind, "\t\tVersion: 232\n" + properties(more));
        link(id, below);
    }

    void link(int from, int to) { links_ += "\tC: \"OO\"," + pair(from, to) + '\n'; }
    void link(int from, int to, const QByteArray& property)
    {
        links_ += "\tC: \"OP\"," + pair(from, to) + ", \"" + property + "\"\n";
    }

    /// Lines such as `"Intensity", "Number", "", "A",50`.
    static QByteArray properties(const QByteArrayList& lines)
    {
        QByteArray out = "\t\tProperties70:  {\n";
        for (const QByteArray& line : lines) out += "\t\t\tP: " + line + '\n';
        return out + "\t\t}\n";
    }

    static QByteArray array(const QByteArray& name, std::initializer_list<double> values)
    {
        QByteArrayList texts;
        for (const double value : values) texts << QByteArray::number(value, 'g', 12);
        return "\t\t" + name + ": *" + QByteArray::number(texts.size()) +
               " {\n\t\t\ta: " + texts.join(',') + "\n\t\t}\n";
    }

    /// @param settings  lines more of GlobalSettings, as properties() has them
    QByteArray text(const QByteArray& creator = "a test", const QByteArrayList& settings = {}) const
    {
        return "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n"
               "\tFBXVersion: 7400\n\tCreator: \"" +
               creator + "\"\n}\nGlobalSettings:  {\n\tVersion: 1000\n" +
               properties(QByteArrayList{"\"UpAxis\", \"int\", \"Integer\", \"\",1",
                                         "\"UpAxisSign\", \"int\", \"Integer\", \"\",1",
                                         "\"FrontAxis\", \"int\", \"Integer\", \"\",2",
                                         "\"FrontAxisSign\", \"int\", \"Integer\", \"\",1",
                                         "\"CoordAxis\", \"int\", \"Integer\", \"\",0",
                                         "\"CoordAxisSign\", \"int\", \"Integer\", \"\",1",
                                         "\"UnitScaleFactor\", \"double\", \"Number\", \"\",100"} +
                          settings) +
               "}\nObjects:  {\n" + objects_ + "}\nConnections:  {\n" + links_ + "}\n";
    }

private:
    static QByteArray pair(int from, int to)
    {
        return QByteArray::number(from) + ',' + QByteArray::number(to);
    }

    QByteArray objects_;
    QByteArray links_;
};

/// Adds a sheet of 1 m by 1 m in the XY plane: geometry `id`, shown by the model `id + 1`. Its
/// corners are (0,0), (1,0), (1,1), (0,1). @param more  layers of the geometry
/// @param model  properties of the model
inline void addFbxSheet(FbxText& to, int id, const QByteArray& name, const QByteArray& more = {},
                        const QByteArrayList& model = {})
{
    to.add(id, "Geometry", "Geometry::" + name, "Mesh",
           FbxText::array("Vertices", {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}) +
               FbxText::array("PolygonVertexIndex", {0, 1, 2, -4}) + "\t\tGeometryVersion: 124\n" +
               "\t\tLayerElementNormal: 0 {\n\t\t\tVersion: 101\n\t\t\tName: \"\"\n"
               "\t\t\tMappingInformationType: \"ByPolygonVertex\"\n"
               "\t\t\tReferenceInformationType: \"Direct\"\n" +
               FbxText::array("Normals", {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}) + "\t\t}\n" +
               "\t\tLayerElementUV: 0 {\n\t\t\tVersion: 101\n\t\t\tName: \"UV\"\n"
               "\t\t\tMappingInformationType: \"ByPolygonVertex\"\n"
               "\t\t\tReferenceInformationType: \"Direct\"\n" +
               FbxText::array("UV", {0, 0, 1, 0, 1, 1, 0, 1}) + "\t\t}\n" + more +
               "\t\tLayerElementMaterial: 0 {\n\t\t\tVersion: 101\n\t\t\tName: \"\"\n"
               "\t\t\tMappingInformationType: \"AllSame\"\n"
               "\t\t\tReferenceInformationType: \"IndexToDirect\"\n" +
               FbxText::array("Materials", {0}) + "\t\t}\n" +
               "\t\tLayer: 0 {\n\t\t\tVersion: 100\n"
               "\t\t\tLayerElement:  {\n\t\t\t\tType: \"LayerElementNormal\"\n"
               "\t\t\t\tTypedIndex: 0\n\t\t\t}\n"
               "\t\t\tLayerElement:  {\n\t\t\t\tType: \"LayerElementMaterial\"\n"
               "\t\t\t\tTypedIndex: 0\n\t\t\t}\n"
               "\t\t\tLayerElement:  {\n\t\t\t\tType: \"LayerElementUV\"\n"
               "\t\t\t\tTypedIndex: 0\n\t\t\t}\n\t\t}\n");
    to.addModel(id + 1, name, "Mesh", 0, model);
    to.link(id, id + 1);
}

}  // namespace posewright::test
