#include "core/evaluate/evaluate.h"
#include "core/evaluate/figure_size.h"
#include "core/operate/figure/box_room.h"
#include "core/operate/row.h"

namespace posewright::operate {

namespace {

constexpr double kSide = 0.15;  ///< relative to the figure's size

Result<Edits> newBox(const Document& doc, const NewBox& arguments, const edit::Context& context)
{
    const Scene& scene = *doc.scene;
    const double figure = scene.size() == 0 ? 1 : figureSize(doc).length;
    edit::AddBox box;
    box.name = uniqueName(scene, "Box");
    const Vec3 ground(arguments.otherwise.x(), 0, arguments.otherwise.z());
    const Evaluation shown =
        evaluate(*prepare(doc, context.memo), arguments.frame.value_or(doc.playback.start));
    const BoxRoom room = boxRoom(doc, shown, arguments.beside, kSide * figure, figure, ground);
    box.size = Vec3::Constant(room.side);
    box.position = room.base;
    return Edits{box};
}

}  // namespace

Row row(Of<NewBox>)
{
    using O = NewBox;
    return rowOf<O>("newBox", "a box where a hand can touch it", newBox,
                    edit::optional("beside", &O::beside),
                    edit::optional("frame", &O::frame, edit::kFrame),
                    edit::optional("otherwise", &O::otherwise, "position"));
}

}  // namespace posewright::operate
