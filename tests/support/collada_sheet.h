#pragma once

#include <QByteArray>

namespace posewright::test {

/// A COLLADA file in centimetres: a sheet of 1 m by 1 m with a morph "ctl" and the texture "my
/// tex.png" for its colour, a camera "Eye" and a spot "Beam".
inline QByteArray colladaSheet()
{
    const auto source = [](const QByteArray& id, const QByteArray& kind, const QByteArray& values,
                           const QByteArray& count, const QByteArray& accessor) {
        return "<source id=\"" + id + "\">\n<" + kind + "_array id=\"" + id + "-a\" count=\"" +
               count + "\">" + values + "</" + kind + "_array>\n<technique_common>\n" + accessor +
               "\n</technique_common>\n</source>\n";
    };
    const auto one = [](const QByteArray& id, const QByteArray& name, const QByteArray& type) {
        return "<accessor source=\"#" + id + "-a\" count=\"1\" stride=\"1\">\n<param name=\"" +
               name + "\" type=\"" + type + "\"/>\n</accessor>";
    };
    const auto mesh = [&](const QByteArray& id, const QByteArray& places) {
        return "<geometry id=\"" + id + "\" name=\"" + id + "\">\n<mesh>\n" +
               source(id + "-p", "float", places, "12",
                      "<accessor source=\"#" + id +
                          "-p-a\" count=\"4\" stride=\"3\">\n<param name=\"X\" type=\"float\"/>\n"
                          "<param name=\"Y\" type=\"float\"/>\n<param name=\"Z\" "
                          "type=\"float\"/>\n</accessor>") +
               "<vertices id=\"" + id + "-v\">\n<input semantic=\"POSITION\" source=\"#" + id +
               "-p\"/>\n</vertices>\n<triangles count=\"2\" material=\"m\">\n<input "
               "semantic=\"VERTEX\" source=\"#" +
               id + "-v\" offset=\"0\"/>\n<p>0 1 2 0 2 3</p>\n</triangles>\n</mesh>\n</geometry>\n";
    };
    return "<?xml version=\"1.0\"?>\n<COLLADA "
           "xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n"
           "<asset>\n<unit meter=\"0.01\"/>\n<up_axis>Y_UP</up_axis>\n</asset>\n"
           "<library_cameras>\n<camera id=\"cam\" name=\"cam\">\n<optics>\n<technique_common>\n"
           "<perspective>\n<yfov>40</yfov>\n<aspect_ratio>1.5</aspect_ratio>\n<znear>50</znear>\n"
           "<zfar>5000</zfar>\n</perspective>\n</technique_common>\n</optics>\n</camera>\n"
           "</library_cameras>\n<library_lights>\n<light id=\"lit\" name=\"lit\">\n"
           "<technique_common>\n<spot>\n<color>1 1 1</color>\n"
           "<falloff_angle>50</falloff_angle>\n</spot>\n</technique_common>\n</light>\n"
           "</library_lights>\n<library_images>\n<image id=\"img\">\n"
           "<init_from>my%20tex.png</init_from>\n</image>\n</library_images>\n"
           "<library_effects>\n<effect id=\"e\">\n<profile_COMMON>\n<newparam sid=\"s\">\n"
           "<surface type=\"2D\">\n<init_from>img</init_from>\n</surface>\n</newparam>\n"
           "<newparam sid=\"t\">\n<sampler2D>\n<source>s</source>\n</sampler2D>\n</newparam>\n"
           "<technique sid=\"c\">\n<lambert>\n<diffuse>\n<texture texture=\"t\" "
           "texcoord=\"UV\"/>\n</diffuse>\n</lambert>\n</technique>\n</profile_COMMON>\n"
           "</effect>\n</library_effects>\n<library_materials>\n<material id=\"mat\" "
           "name=\"mat\">\n<instance_effect url=\"#e\"/>\n</material>\n</library_materials>\n"
           "<library_geometries>\n" +
           mesh("base", "0 0 0 100 0 0 100 100 0 0 100 0") +
           mesh("lift", "0 0 0 100 0 0 100 100 200 0 100 0") +
           "</library_geometries>\n<library_controllers>\n<controller id=\"ctl\">\n"
           "<morph source=\"#base\" method=\"NORMALIZED\">\n" +
           source("tg", "IDREF", "lift", "1", one("tg", "IDREF", "IDREF")) +
           source("wt", "float", "0.25", "1", one("wt", "MORPH_WEIGHT", "float")) +
           "<targets>\n<input semantic=\"MORPH_TARGET\" source=\"#tg\"/>\n<input "
           "semantic=\"MORPH_WEIGHT\" source=\"#wt\"/>\n</targets>\n</morph>\n</controller>\n"
           "</library_controllers>\n<library_visual_scenes>\n<visual_scene id=\"v\">\n"
           "<node id=\"Sheet\" name=\"Sheet\">\n<instance_controller url=\"#ctl\">\n"
           "<bind_material>\n<technique_common>\n<instance_material symbol=\"m\" "
           "target=\"#mat\"/>\n</technique_common>\n</bind_material>\n</instance_controller>\n"
           "</node>\n<node id=\"Eye\" name=\"Eye\">\n<instance_camera url=\"#cam\"/>\n</node>\n"
           "<node id=\"Beam\" name=\"Beam\">\n<instance_light url=\"#lit\"/>\n</node>\n"
           "</visual_scene>\n</library_visual_scenes>\n<scene>\n<instance_visual_scene "
           "url=\"#v\"/>\n</scene>\n</COLLADA>\n";
}

}  // namespace posewright::test
