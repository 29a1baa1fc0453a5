#pragma once

#include "core/edit/edit.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <string>

namespace posewright::test {

/// A figure of 17 bones, 1.7 m tall, in a T-pose facing +Z, made by edits alone; frames 0 to 24.
/// Elbows and knees are a little bent. `keyed`: the hips sway and an arm swings.
inline Document biped(bool keyed = true)
{
    nlohmann::json edits = nlohmann::json::array();
    const auto bone = [&](const char* name, const char* parent, std::array<double, 3> head,
                          std::array<double, 3> tail) {
        nlohmann::json edit{{"edit", "addBone"}, {"name", name}, {"head", head}, {"tail", tail}};
        if (parent) edit["parent"] = parent;
        edits.push_back(edit);
    };
    bone("Hips", nullptr, {0, 0.95, 0}, {0, 1.05, 0});
    bone("Spine", "Hips", {0, 1.05, 0}, {0, 1.25, 0});
    bone("Chest", "Spine", {0, 1.25, 0}, {0, 1.45, 0});
    bone("Head", "Chest", {0, 1.5, 0}, {0, 1.7, 0});
    bone("LeftArm", "Chest", {0.18, 1.42, 0}, {0.45, 1.42, -0.03});
    bone("LeftForeArm", "LeftArm", {0.45, 1.42, -0.03}, {0.7, 1.42, 0});
    bone("LeftHand", "LeftForeArm", {0.7, 1.42, 0}, {0.8, 1.42, 0});
    bone("LeftUpLeg", "Hips", {0.1, 0.9, 0}, {0.1, 0.5, 0.02});
    bone("LeftLeg", "LeftUpLeg", {0.1, 0.5, 0.02}, {0.1, 0.09, 0});
    bone("LeftFoot", "LeftLeg", {0.1, 0.09, 0}, {0.1, 0.02, 0.12});
    edits.push_back({{"edit", "symmetrize"}, {"from", "left"}});
    edits.push_back({{"edit", "setRange"}, {"start", 0}, {"end", 24}});
    if (keyed) {
        const auto key = [&](const char* joint, double frame, const char* part,
                             std::vector<double> value) {
            edits.push_back(
                {{"edit", "setJointKey"}, {"joint", joint}, {"frame", frame}, {part, value}});
        };
        key("Hips", 0, "translation", {0, 0.95, 0});
        key("Hips", 12, "translation", {0.1, 0.9, 0.05});
        key("Hips", 24, "translation", {0, 0.95, 0.1});
        key("RightArm", 0, "rotation", {0, 0, 0.7071067811865476, 0.7071067811865476});
        key("RightArm", 24, "rotation", {0.5, 0.5, 0.5, 0.5});
    }
    const Result<Document> doc = edit::applyAll(emptyDocument(), edits);
    if (!doc) qFatal("biped: %s %s", doc.error().where.c_str(), doc.error().message.c_str());
    return *doc;
}

/// The outcome of one edit spelled as JSON, or of a list; fails loudly.
inline Document edited(const Document& doc, nlohmann::json edits)
{
    if (edits.is_object()) edits = nlohmann::json::array({edits});
    const Result<Document> out = edit::applyAll(doc, edits);
    if (!out)
        qFatal("edited: %s %s in %s", out.error().where.c_str(), out.error().message.c_str(),
               edits.dump().c_str());
    return *out;
}

/// Why an edit is refused: "place: message"; empty if it is not.
inline QString refusal(const Document& doc, const nlohmann::json& edit)
{
    const Result<Document> out = edit::applyAll(doc, nlohmann::json::array({edit}));
    if (out) return {};
    return QString::fromStdString(out.error().where + ": " + out.error().message);
}

/// That a test's edit `edit` is refused as its column `said` says.
inline void isRefusedAsSaid(const Document& doc)
{
    QFETCH(QByteArray, edit);
    QFETCH(QString, said);
    QCOMPARE(refusal(doc, nlohmann::json::parse(edit.toStdString())), said);
}

inline NodeId nodeNamed(const Document& doc, std::string_view name)
{
    const NodeIndex row = doc.scene->find(name);
    return row == kNoNode ? NodeId::None : (*doc.scene)[row].id;
}

inline ConstraintId targetNamed(const Document& doc, std::string_view name)
{
    const Constraint* constraint = findConstraint(doc, name);
    return constraint ? constraint->id : ConstraintId::None;
}

/// The edits of a target, as JSON.
inline nlohmann::json addTarget(const char* name, const char* effector, const char* root)
{
    return {{"edit", "addTarget"},
            {"name", name},
            {"effector", effector},
            {"root", root},
            {"at", "pose"}};
}

inline nlohmann::json targetKey(const char* target, double frame,
                                const nlohmann::json& position = {})
{
    nlohmann::json key{{"edit", "setTargetKey"}, {"target", target}, {"frame", frame}};
    if (!position.is_null()) key["position"] = position;
    return key;
}

}  // namespace posewright::test
