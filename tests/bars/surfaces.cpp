#include "core/skinning/skin.h"
#include "tests/bars/bars.h"
#include "tests/bars/figures.h"
#include "tests/bars/timing.h"
#include "tests/support/made_tube.h"

#include <QTest>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace posewright::bars {

namespace {

using skinning::Columns;
using skinning::Vertex;

/// The formula, as one would write it first.
void plainLoops(const Mesh& mesh, const std::vector<Columns>& maps, std::vector<Vertex>& to)
{
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        std::array<float, 3> at{};
        std::array<float, 3> facing{};
        for (int c = 0; c < 4; ++c) {
            const auto& m = maps[mesh.joints[i][c]].values;
            const float weight = mesh.weights[i][c];
            for (int r = 0; r < 3; ++r) {
                float moved = m[12 + r];
                float turned = 0;
                for (int k = 0; k < 3; ++k) {
                    moved += m[4 * k + r] * mesh.positions[i][k];
                    turned += m[4 * k + r] * mesh.normals[i][k];
                }
                at[r] += weight * moved;
                facing[r] += weight * turned;
            }
        }
        to[i] = {at, facing};
    }
}

#if defined(__x86_64__)
/// The floor: two columns a register, with fused multiply-adds, which the library does without.
/// Moves all but the last vertex.
[[gnu::target("avx2,fma")]] void fusedLoops(const Mesh& mesh, const std::vector<Columns>& maps,
                                            std::vector<Vertex>& to)
{
    for (std::size_t i = 0; i + 1 < mesh.positions.size(); ++i) {
        __m256 xy = _mm256_setzero_ps();
        __m256 zo = _mm256_setzero_ps();
        for (int c = 0; c < 4; ++c) {
            const float* m = maps[mesh.joints[i][c]].values.data();
            const __m256 weight = _mm256_set1_ps(mesh.weights[i][c]);
            xy = _mm256_fmadd_ps(weight, _mm256_load_ps(m), xy);
            zo = _mm256_fmadd_ps(weight, _mm256_load_ps(m + 8), zo);
        }
        // Whole registers are read and written.
        for (const bool normal : {false, true}) {
            const __m128 v =
                _mm_loadu_ps(normal ? mesh.normals[i].data() : mesh.positions[i].data());
            const __m128 x = _mm_permute_ps(v, 0x00);
            const __m128 y = _mm_permute_ps(v, 0x55);
            const __m128 z = _mm_permute_ps(v, 0xAA);
            const __m128 o = _mm_set1_ps(normal ? 0 : 1);
            const __m256 sum = _mm256_fmadd_ps(xy, _mm256_setr_m128(x, y),
                                               _mm256_mul_ps(zo, _mm256_setr_m128(z, o)));
            _mm_storeu_ps(reinterpret_cast<float*>(&to[i]) + (normal ? 3 : 0),
                          _mm_add_ps(_mm256_castps256_ps128(sum), _mm256_extractf128_ps(sum, 1)));
        }
    }
}
#endif

}  // namespace

/// Surfaces, moved by their bones.
class SurfaceBars : public QObject {
    Q_OBJECT

private slots:
    /// 50,000 vertices of four influences under 67 joints, with normals, on one thread.
    void verticesAreMovedNearTheFloor()
    {
        const Document doc = test::madeTube(67, 50'000);
        const NodeIndex row = doc.scene->find("Tube");
        const auto& part = std::get<MeshPart>((*doc.scene)[row].part);
        const std::vector<WorldTransform> world = worldTransforms(*doc.scene, restPose(*doc.scene));
        const std::vector<Columns> maps = skinning::bindMatrices(*doc.scene, row, part, world);
        std::vector<Vertex> ours(part.mesh->positions.size());
        std::vector<Vertex> others(ours.size());
        skinning::ShapeRoom room;
        const auto run = [&] {
            skinning::moveVertices(part, skinning::shapeOf(*part.mesh, {}, room), maps, ours);
            used(ours);
        };
        const Beside plain = inTurn(run, [&] {
            plainLoops(*part.mesh, maps, others);
            used(others);
        });
        for (std::size_t i = 0; i < ours.size(); ++i)
            for (int axis = 0; axis < 3; ++axis)
                QVERIFY(std::abs(ours[i].position[axis] - others[i].position[axis]) < 1e-4F);
        qInfo("50,000 vertices: %.0f us, plain loops %.0f us", plain.ours / 1000,
              plain.floor / 1000);
        QVERIFY(holds("50,000 vertices moved, against plain loops", plain.ratio(), 1 / 2.5, "x"));
#if defined(__x86_64__)
        if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
            QSKIP("the floor needs a processor with AVX2");
        const Beside floor = inTurn(run, [&] {
            fusedLoops(*part.mesh, maps, others);
            used(others);
        });
        QVERIFY(holds("50,000 vertices moved, against AVX2 with FMA", floor.ratio(), 1.3, "x"));
#endif
    }
};

std::unique_ptr<QObject> surfaceBars()
{
    return std::make_unique<SurfaceBars>();
}

}  // namespace posewright::bars

#include "surfaces.moc"
