// Long: the rules of layers, each worked out by arithmetic of its own.
#include "core/edit/edit.h"
#include "core/evaluate/bake.h"
#include "core/evaluate/evaluate.h"
#include "core/io/gltf/gltf_format.h"
#include "tests/support/figures.h"
#include "tests/support/plain_random.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using nlohmann::json;

namespace {

constexpr std::uint64_t kLayersSeed = 20261123;
constexpr int kLayerJoints = 4;
constexpr int kLayerFrames = 40;

Quat toQuat(const plain::Q& q)
{
    return Quat(q[3], q[0], q[1], q[2]);
}

/// By axis and angle, and not as the program has it.
plain::Q share(const plain::Q& q, double t)
{
    const double sign = q[3] < 0 ? -1 : 1;
    const double s = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
    if (s < 1e-300) return {0, 0, 0, 1};
    const double half = std::atan2(s, sign * q[3]) * t;
    const double f = sign * std::sin(half) / s;
    return {f * q[0], f * q[1], f * q[2], std::cos(half)};
}

plain::Q between(const plain::Q& a, const plain::Q& b, double t)
{
    return plain::product(a, share(plain::product(plain::inverse(a), b), t));
}

struct PlainKeys {
    std::vector<double> frames;
    std::vector<plain::Q> turns;
    std::vector<plain::V> places;

    template <class T, class Mix>
    T at(double frame, const std::vector<T>& values, Mix&& mix) const
    {
        if (frame <= frames.front()) return values.front();
        for (std::size_t i = 1; i < frames.size(); ++i)
            if (frame <= frames[i])
                return mix(values[i - 1], values[i],
                           (frame - frames[i - 1]) / (frames[i] - frames[i - 1]));
        return values.back();
    }
    plain::Q turn(double frame) const { return at(frame, turns, between); }
    plain::V place(double frame) const
    {
        return at(frame, places, [](const plain::V& a, const plain::V& b, double t) {
            return (1 - t) * a + t * b;
        });
    }
};

PlainKeys randomKeys(plain::Dice& dice, double step, double angle, bool fades)
{
    PlainKeys keys;
    for (double f = fades ? 3 : 0; f <= kLayerFrames - (fades ? 3 : 0); f += step) {
        const bool end = fades && (keys.frames.empty() || f + step > kLayerFrames - 3);
        keys.frames.push_back(f);
        keys.turns.push_back(end ? plain::Q{0, 0, 0, 1} : dice.rotation(angle));
        keys.places.push_back(end ? plain::V{} : dice.uniform(0, 0.3) * dice.direction());
    }
    return keys;
}

edit::KeyData turnKey(NodeId node, double frame, const plain::Q& q)
{
    edit::KeyData data;
    data.node = node;
    data.property = Property::Rotation;
    data.rotation = {frame, toQuat(q), RotationInterpolation::Slerp};
    return data;
}

std::vector<edit::KeyData> dataOf(NodeId node, const PlainKeys& keys)
{
    std::vector<edit::KeyData> out;
    for (std::size_t i = 0; i < keys.frames.size(); ++i) {
        out.push_back(turnKey(node, keys.frames[i], keys.turns[i]));
        const double xyz[] = {keys.places[i].x, keys.places[i].y, keys.places[i].z};
        for (int axis = 0; axis < 3; ++axis) {
            edit::KeyData data;
            data.node = node;
            data.property = Property::Translation;
            data.axis = axis;
            data.key = linearKey(keys.frames[i], xyz[axis]);
            out.push_back(data);
        }
    }
    return out;
}

/// A capture of a chain, and layers of offsets on its joints, as numbers and as a document.
struct Layered {
    std::vector<PlainKeys> base;
    std::vector<std::vector<PlainKeys>> layers;  ///< by layer, by joint
    std::vector<double> weights;                 ///< by layer
    Document doc;
};

Document made(const Document& doc, const edit::Edit& edit)
{
    auto out = edit::apply(doc, edit);
    if (!out) qFatal("%s", out.error().message.c_str());
    return *std::move(out);
}

Layered layered(plain::Dice& dice, int count)
{
    Layered out;
    out.doc = test::chainDocument(kLayerJoints, 0.2, kLayerFrames);
    out.doc.clips[0] = out.doc.clips[0].with([](Clip& clip) { clip.spans.clear(); });
    edit::PutKeys put;
    for (int j = 0; j < kLayerJoints; ++j) {
        out.base.push_back(randomKeys(dice, 1, 0.8, false));
        const auto data = dataOf(NodeId(j + 1), out.base.back());
        put.keys.insert(put.keys.end(), data.begin(), data.end());
    }
    out.doc = made(out.doc, put);
    for (int l = 0; l < count; ++l) {
        const std::string name = "layer" + std::to_string(l);
        out.doc = made(out.doc, edit::AddLayer{name, {}, {}});
        out.layers.emplace_back();
        out.weights.push_back(dice.chance(0.5) ? 1 : dice.uniform(0.1, 1));
        for (int j = 0; j < kLayerJoints; ++j) {
            out.layers.back().push_back(randomKeys(dice, 5, 1.2, true));
            out.doc = made(
                out.doc, edit::PutLayerKeys{name, dataOf(NodeId(j + 1), out.layers.back().back())});
        }
        out.doc = made(out.doc, edit::SetLayer{name, {}, {}, out.weights.back()});
    }
    return out;
}

double apart(const Evaluation& a, const Evaluation& b)
{
    double most = 0;
    for (std::size_t i = 0; i < a.world.size(); ++i) {
        most = std::max(most, (a.world[i].position - b.world[i].position).norm());
        most = std::max(most, (a.world[i].linear - b.world[i].linear).norm());
    }
    return most;
}

bool sameBits(const Document& a, const Document& b)
{
    for (double f = -3; f <= kLayerFrames + 3; f += 0.25)
        if (!(evaluate(a, f).local == evaluate(b, f).local)) return false;
    return true;
}

}  // namespace

class TestLayers : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::printedSeed(kLayersSeed); }

    /// The rule in words, worked out by other arithmetic.
    void offsetsAreLaidOnTheRight()
    {
        plain::Dice dice(kLayersSeed);
        double worst = 0;
        for (int round = 0; round < 20; ++round) {
            const Layered made = layered(dice, 3);
            for (int i = 0; i < 30; ++i) {
                const double f = dice.uniform(-2, kLayerFrames + 2);
                const Evaluation shown = evaluate(made.doc, f);
                for (int j = 0; j < kLayerJoints; ++j) {
                    plain::Q turn = made.base[j].turn(f);
                    plain::V place = made.base[j].place(f);
                    for (std::size_t l = 0; l < made.layers.size(); ++l) {
                        turn =
                            plain::product(turn, share(made.layers[l][j].turn(f), made.weights[l]));
                        place = place + made.weights[l] * made.layers[l][j].place(f);
                    }
                    const Transform& local = shown.local[j];
                    const plain::Q q{local.rotation.x(), local.rotation.y(), local.rotation.z(),
                                     local.rotation.w()};
                    worst = std::max(worst, plain::angle(turn, q));
                    worst = std::max(worst,
                                     (local.translation - Vec3(place.x, place.y, place.z)).norm());
                }
            }
        }
        qInfo("farthest from the rule: %g", worst);
        QVERIFY(worst < 1e-7);
    }

    void whatIsOffChangesNoBit()
    {
        plain::Dice dice(kLayersSeed + 1);
        for (int round = 0; round < 5; ++round) {
            const Layered with = layered(dice, 5);
            Document bare = with.doc;
            for (int l = 0; l < 5; ++l)
                bare = made(bare, edit::RemoveLayer{"layer" + std::to_string(l)});
            Document off = with.doc, silent = with.doc;
            for (int l = 0; l < 5; ++l) {
                const std::string name = "layer" + std::to_string(l);
                off = made(off, edit::SetLayer{name, false, {}, {}});
                silent = made(silent, edit::SetLayer{name, {}, {}, 0.0});
            }
            QVERIFY(!sameBits(bare, with.doc));
            QVERIFY(sameBits(bare, off));
            QVERIFY(sameBits(bare, silent));
            // Alone, one is what it is without the others.
            Document one = bare;
            one = made(one, edit::AddLayer{"x", {}, {}});
            Document solo = made(with.doc, edit::AddLayer{"x", 2, {}});
            for (int j = 0; j < kLayerJoints; ++j) {
                const edit::PutLayerKeys keys{"x", dataOf(NodeId(j + 1), with.layers[3][j])};
                one = made(one, keys);
                solo = made(solo, keys);
            }
            solo = made(solo, edit::SetLayer{"x", {}, true, {}});
            QVERIFY(sameBits(one, solo));
            QVERIFY(validate(solo));
        }
    }

    /// A weight is one number, or has keys: a number is no key, and a key is no number.
    void aWeightWithoutKeysIsNoMotion()
    {
        Document doc = made(emptyDocument(), edit::AddLayer{"a", {}, {}});
        doc = made(doc, edit::SetLayer{"a", {}, {}, 0.25});
        QVERIFY(!keyedRange(doc.clip()));
        QVERIFY(doc.clip().layers[0]->weight.empty());
        QCOMPARE(weightAt(*doc.clip().layers[0], 7), 0.25);
        const Document keyed = made(doc, edit::SetLayerWeightKey{"a", 40, 0.5, {}});
        QCOMPARE(keyedRange(keyed.clip())->first, 40.0);
        QCOMPARE(weightAt(*keyed.clip().layers[0], 7), 0.5);
        const Document without = made(keyed, edit::RemoveLayerWeightKey{"a", 40});
        QVERIFY(without.clip() == doc.clip());
        for (const Document& each :
             {doc, keyed, made(doc, edit::SetLayerWeightKey{"a", 0, 0.5, {}})}) {
            const auto bytes = io::gltf::glbOf(each);
            QVERIFY(bytes);
            const auto read = io::gltf::readBytes(*bytes, "a.glb");
            QVERIFY(read && read->document == each);
        }
    }

    void takenIntoTheTracksTheMotionStays()
    {
        plain::Dice dice(kLayersSeed + 2);
        double worst = 0;
        for (int round = 0; round < 6; ++round) {
            const Layered with = layered(dice, 4);
            const std::vector<edit::Edit> ways{edit::FlattenLayers{}, edit::MergeLayer{"layer2"},
                                               edit::MergeLayer{"layer0"},
                                               edit::MakeLayerBase{"layer2"}};
            const int left[] = {0, 3, 3, 1};
            for (std::size_t w = 0; w < ways.size(); ++w) {
                const Document joined = made(with.doc, ways[w]);
                QCOMPARE(int(joined.clip().layers.size()), left[w]);
                for (int f = -2; f <= kLayerFrames + 2; ++f)
                    worst = std::max(worst, apart(evaluate(with.doc, f), evaluate(joined, f)));
            }
            // Where no offset acts, the captured keys are the same bits.
            const Document flat = made(with.doc, edit::FlattenLayers{});
            for (int j = 0; j < kLayerJoints; ++j)
                for (int f : {0, 1, 2, 39, 40})
                    QVERIFY(*flat.clip().track(NodeId(j + 1))->rotation->find(f) ==
                            *with.doc.clip().track(NodeId(j + 1))->rotation->find(f));
            const auto baked = edit::apply(with.doc, edit::BakeToKeys{});
            QVERIFY(baked && baked->clip().layers.empty());
            for (int f = 0; f <= kLayerFrames; ++f)
                worst = std::max(worst, apart(evaluate(with.doc, f), evaluate(*baked, f)));
        }
        qInfo("farthest at whole frames: %g", worst);
        QVERIFY(worst < 1e-12);
    }

    /// Where the layer does nothing, an eased way between few keys stays as it was.
    void flatteningLeavesTheWayToTheFirstKey()
    {
        Document doc = test::chainDocument(kLayerJoints, 0.2, kLayerFrames);
        doc.clips[0] = doc.clips[0].with([](Clip& clip) { clip.spans.clear(); });
        for (const double frame : {0.0, 20.0}) {
            edit::SetJointKey key;
            key.joint = NodeId(1);
            key.frame = frame;
            key.translation = Vec3(0.1 * frame, 0, 0);
            key.rotation = Quat(Eigen::AngleAxisd(0.08 * frame, Vec3::UnitZ()));
            doc = made(doc, key);
        }
        edit::SetInterpolation ease;
        ease.keys = {{NodeId(1), ConstraintId::None, {}, 0},
                     {NodeId(1), ConstraintId::None, {}, 20}};
        ease.interpolation = edit::KeyShape::Bezier;
        doc = made(doc, ease);
        doc = made(doc, edit::AddLayer{"bump", {}, {}});
        PlainKeys bump;
        bump.frames = {10, 12, 14};
        bump.turns = {{0, 0, 0, 1}, {0.1, 0, 0, 0.99498743710662}, {0, 0, 0, 1}};
        bump.places = {plain::V{}, plain::V{0, 0.1, 0}, plain::V{}};
        doc = made(doc, edit::PutLayerKeys{"bump", dataOf(NodeId(1), bump)});
        const Document flat = made(doc, edit::FlattenLayers{});
        QVERIFY(flat.clip().layers.empty());
        for (double f = 0; f <= 20; f += 0.25) {
            if (f > 10 && f < 14) continue;  // where the joined keys are a frame apart
            const WorldTransform was = evaluate(doc, f).world[0], is = evaluate(flat, f).world[0];
            const double off = (is.position - was.position).norm();
            QVERIFY2(off < 1e-9, qPrintable(QString("%1 m at frame %2").arg(off).arg(f)));
            // A cubic through rotations is not split without a trace.
            const double turned = is.rotation.angularDistance(was.rotation);
            QVERIFY2(turned < 0.01, qPrintable(QString("%1 rad at frame %2").arg(turned).arg(f)));
        }
    }

    void bakingLeavesTheLayersOfOtherClips()
    {
        plain::Dice dice(kLayersSeed);
        const Document one = layered(dice, 1).doc;
        const std::string first = one.clip().name;
        Document two = made(one, edit::AddClip{"second"});
        two = made(two, edit::SetActiveClip{"second"});
        two = made(two, edit::AddLayer{"own", {}, {}});
        const Result<Document> baked = bakedDocument(*prepare(two), {});
        QVERIFY(baked);
        QVERIFY(baked->clip().layers.empty());
        const Document back = made(*baked, edit::SetActiveClip{first});
        QVERIFY(back.clip() == one.clip());
    }

    void soloIsNotUndoneByFlattening()
    {
        plain::Dice dice(kLayersSeed + 3);
        const Layered with = layered(dice, 3);
        const Document solo = made(with.doc, edit::SetLayer{"layer0", {}, true, {}});
        const Document joined = made(solo, edit::MakeLayerBase{"layer0"});
        for (int f = 0; f <= kLayerFrames; ++f)
            QVERIFY(apart(evaluate(solo, f), evaluate(joined, f)) < 1e-12);
    }

    void aKeyIsShownAsItIsGiven()
    {
        plain::Dice dice(kLayersSeed + 4);
        for (int round = 0; round < 20; ++round) {
            const Layered with = layered(dice, 3);
            edit::SetJointKey key;
            key.joint = NodeId(1 + dice.below(kLayerJoints));
            key.frame = dice.below(kLayerFrames);
            key.rotation = toQuat(dice.rotation(2));
            key.translation = Vec3(0.1, 0.2, 0.3);
            const Document keyed = made(with.doc, key);
            const Transform local = evaluate(keyed, key.frame).local[keyed.scene->find(key.joint)];
            QVERIFY(local.rotation.angularDistance(*key.rotation) < 1e-7);
            QVERIFY((local.translation - *key.translation).norm() < 1e-12);
        }
    }

    void aDifferenceOfClipsIsALayer()
    {
        plain::Dice dice(kLayersSeed + 5);
        const Layered with = layered(dice, 2);
        Document doc = with.doc;
        const Layered different = layered(dice, 2);
        Clip other = different.doc.clip();
        other.name = "Other";
        doc.clips.emplace_back(std::move(other));
        const Document like = made(doc, edit::AddLayer{"difference", {}, "Other"});
        Document there = doc;
        there.playback.clip = 1;
        for (int f = 0; f <= kLayerFrames; ++f)
            QVERIFY(apart(evaluate(like, f), evaluate(there, f)) < 1e-12);
        const Document none = made(doc, edit::AddLayer{"none", {}, "Clip"});
        QVERIFY(none.clip().layers.back()->tracks.empty());
    }

    /// Contacts are solved after the layers: they hold under what a layer turns.
    void contactsHold()
    {
        plain::Dice dice(kLayersSeed + 6);
        Document doc = test::chainDocument(3, 0.5, 20);
        doc = made(doc, edit::SetTargetKey{ConstraintId(200), 0, Vec3(0.5, 0.4, 0), {}, {}});
        edit::SetSpan contact;
        contact.target = ConstraintId(200);
        contact.end = 20;
        contact.kind = SpanKind::Contact;
        doc = made(doc, contact);
        const Vec3 stood = evaluate(doc, 0).world[3].position;
        doc = made(doc, edit::AddLayer{"turn", {}, {}});
        for (int f = 2; f < 20; f += 4) {
            const edit::SetLayerKey key{"turn", NodeId(2), double(f), toQuat(dice.rotation(0.4)),
                                        {},     {}};
            doc = made(doc, key);
        }
        bool differs = false;
        for (double f = 0; f <= 20; f += 0.5) {
            const Evaluation shown = evaluate(doc, f);
            QVERIFY((shown.world[3].position - stood).norm() < 1e-6);
            differs |=
                shown.local[1].rotation.angularDistance(evaluate(doc, 0).local[1].rotation) > 1e-3;
        }
        QVERIFY(differs);
    }

    void keysOfALayerAreKeysLikeAllOthers()
    {
        plain::Dice dice(kLayersSeed + 7);
        const Layered figure = layered(dice, 2);
        const NodeId joint{2};
        edit::KeyRef turned{joint, ConstraintId::None, Property::Rotation, 8, "layer1"};
        edit::KeyRef weight{NodeId::None, ConstraintId::None, {}, 10, "layer1"};
        const Document start =
            made(figure.doc, edit::SetLayerWeightKey{"layer1", 10, 0.25, edit::KeyShape::Linear});
        const auto offsets = [](const Document& doc, int layer) {
            return doc.clip().layers[layer]->track(NodeId(2))->rotation;
        };
        const Quat value = offsets(start, 1)->find(8)->value;

        const Document moved = made(start, edit::MoveKeys{{turned, weight}, 1.5});
        QVERIFY(!offsets(moved, 1)->find(8));
        QCOMPARE(offsets(moved, 1)->find(9.5)->value.angularDistance(value), 0.0);
        QCOMPARE(moved.clip().layers[1]->weight.find(11.5)->value, 0.25);
        QVERIFY(offsets(moved, 0)->keys() == offsets(start, 0)->keys());
        QVERIFY(moved.clip().tracks == start.clip().tracks);
        turned.frame = 9.5, weight.frame = 11.5;
        const Document back = made(moved, edit::MoveKeys{{turned, weight}, -1.5});
        QVERIFY(back.clip() == start.clip());

        turned.frame = 8, weight.frame = 10;
        const Document held =
            made(start, edit::SetInterpolation{{turned}, edit::KeyShape::Constant, {}});
        QVERIFY(offsets(held, 1)->find(8)->interpolation == RotationInterpolation::Step);
        const Document gone = made(start, edit::DeleteKeys{{turned, weight}});
        QVERIFY(!offsets(gone, 1)->find(8));
        QVERIFY(gone.clip().layers[1]->weight.empty());

        // The key of the same node and frame in the clip's own track is not meant.
        edit::SetHandles handles;
        handles.key = {joint, ConstraintId::None, Property::Translation, 8, "layer1"};
        QVERIFY(!edit::apply(start, handles));

        // Copied and put back, and through JSON.
        const std::vector<edit::KeyData> data = edit::keyData(start, std::vector{turned, weight});
        QCOMPARE(data.size(), 2U);
        const edit::Edit put = edit::PutKeys{data};
        const auto read = edit::fromJson(edit::toJson(put, &start), start);
        QVERIFY2(bool(read), read ? "" : read.error().message.c_str());
        const Document again = made(gone, *read);
        QVERIFY(again.clip() == start.clip());
        const edit::Edit away = edit::DeleteKeys{{turned, weight}};
        const auto told = edit::fromJson(edit::toJson(away, &start), start);
        QVERIFY(bool(told));
        const Document less = made(start, *told);
        QVERIFY(less.clip() == gone.clip());
    }

    void editsAreWrittenAndRead()
    {
        plain::Dice dice(kLayersSeed + 7);
        const Layered with = layered(dice, 2);
        const auto node = NodeId(2);
        const std::vector<edit::Edit> edits{
            edit::AddLayer{"a", 1, {}},
            edit::RenameLayer{"layer0", "b"},
            edit::MoveLayer{"layer1", 0},
            edit::SetLayer{"layer0", false, true, 0.5},
            edit::SetLayerWeightKey{"layer1", 3, 0.25, edit::KeyShape::Linear},
            edit::RemoveLayerWeightKey{"layer1", 0},
            edit::SetLayerKey{"layer0", node, 7, Quat::Identity(), Vec3(1, 2, 3), {}},
            edit::PutLayerKeys{"layer0", {turnKey(node, 7.5, dice.rotation(1))}},
            edit::DeleteLayerKeys{"layer0", {{node, ConstraintId::None, {}, 8}}},
            edit::MergeLayer{"layer1"},
            edit::MakeLayerBase{"layer1"},
            edit::FlattenLayers{},
            edit::RemoveLayer{"layer0"}};
        const Document doc = made(with.doc, edit::SetLayerWeightKey{"layer1", 0, 0.5, {}});
        const auto before = io::gltf::glbOf(doc);
        QVERIFY(before);
        for (const edit::Edit& edit : edits) {
            for (const Document* named : {&doc, static_cast<const Document*>(nullptr)}) {
                const auto again = edit::fromJson(edit::toJson(edit, named), doc);
                QVERIFY2(again, again ? "" : again.error().message.c_str());
                QVERIFY(edit::toJson(*again) == edit::toJson(edit));
                const auto one = edit::apply(doc, edit), other = edit::apply(doc, *again);
                QVERIFY2(one,
                         one ? ""
                             : (std::string(edit::kindOf(edit).name) + ": " + one.error().message)
                                   .c_str());
                QVERIFY(*one == *other);
                QVERIFY(!(*one == doc) && !diff(doc, *one).none());
                const auto bytes = io::gltf::glbOf(*one);
                QVERIFY(bytes);
                const auto read = io::gltf::readBytes(*bytes, "a.glb");
                QVERIFY(read && read->diagnostics.empty() && read->document == *one);
            }
        }
        QVERIFY(*io::gltf::glbOf(doc) == *before);  // what undo goes back to
    }

    void whatCannotBeIsRefused_data()
    {
        QTest::addColumn<QByteArray>("edit");
        QTest::addColumn<QByteArray>("said");
        const auto row = [](const char* name, const json& edit, const char* said) {
            QTest::newRow(name) << QByteArray::fromStdString(edit.dump()) << QByteArray(said);
        };
        row("no such layer", {{"edit", "removeLayer"}, {"layer", "x"}}, "there is no layer \"x\"");
        row("a name taken", {{"edit", "addLayer"}, {"name", "layer0"}},
            "the name \"layer0\" is taken");
        row("too heavy", {{"edit", "setLayer"}, {"layer", "layer0"}, {"weight", 1.5}},
            "it is not in [0, 1]");
        row("no clip", {{"edit", "addLayer"}, {"name", "a"}, {"like", "x"}},
            "there is no clip \"x\"");
        row("no row", {{"edit", "moveLayer"}, {"layer", "layer0"}, {"row", 2}},
            "there is no such row");
        row("no key",
            {{"edit", "deleteLayerKeys"},
             {"layer", "layer0"},
             {"keys", {{{"node", "joint1"}, {"frame", 999}}}}},
            "the layer has no such key at frame 999");
    }
    void whatCannotBeIsRefused()
    {
        QFETCH(QByteArray, edit);
        QFETCH(QByteArray, said);
        plain::Dice dice(kLayersSeed + 8);
        const Document doc = layered(dice, 2).doc;
        const auto read = edit::fromJson(json::parse(edit.toStdString()), doc);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        const auto out = edit::apply(doc, *read);
        QVERIFY(!out);
        QCOMPARE(QByteArray::fromStdString(out.error().message), said);
    }
};

POSEWRIGHT_TEST(TestLayers, posewright::test::runPlain);
#include "tst_layers.moc"
