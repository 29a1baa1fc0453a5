# Who may include whom: one row a folder, from the ground up. tests/layering.cmake enforces it.
#
#   room(FOLDER  what its files may include besides one another...)
#
# What may be included is a folder, which stands for the files right in it and not for the folders
# below, or one file. A row names only what has a row above it; or folders below its own, so that a
# contract can be implemented there.
#
# A header that says `Internal to this folder.`, or to others by name, is included there and in the rooms below
# alone: those of core/edit that operations need, too, say `Internal to core/edit and core/operate.`
#
# Each row has a twin, tests/data/layering/<folder, with dots for slashes>: a tree that breaks this
# row and nothing else.

room(core)  # the precompiled header
room(core/base)
room(core/math      core/base)
room(core/scene/limits  core/base core/math)
room(core/scene/kinds  core/base core/math)
room(core/scene     core/base core/math core/scene/limits core/scene/kinds)
room(core/skinning  core/base core/math core/scene)
room(core/motion    core/base core/math)
room(core/document  core/base core/math core/scene core/motion)
# Solvers know of a scene the kinds of constraint and the limits of joints. Others include what lies right in core/ik.
room(core/ik        core/base core/math core/scene/kind.h core/scene/limit.h core/ik/model
                    core/ik/report)
set(solving core/base core/math core/scene/kind.h core/scene/limit.h core/scene/limits core/ik)
room(core/ik/limits   ${solving})
room(core/ik/model    ${solving} core/ik/limits)
room(core/ik/report   ${solving} core/ik/limits core/ik/model)
room(core/ik/steps    ${solving} core/ik/limits core/ik/model)
room(core/ik/methods  ${solving} core/ik/limits core/ik/model core/ik/steps)
room(core/ik/batch    ${solving} core/ik/limits core/ik/model core/ik/steps core/ik/methods)
room(core/evaluate  core/base core/math core/scene core/skinning core/motion core/document core/ik)
room(core/retarget  core/base core/math core/scene core/skinning core/motion core/document core/ik core/evaluate)
room(core/contacts  core/base core/math core/scene core/motion core/document core/evaluate core/retarget)
room(core/edit      core/base core/math core/scene core/motion core/document core/ik core/evaluate
                    core/retarget)
room(core/operate   core/base core/math core/scene core/skinning core/motion core/document core/ik core/evaluate
                    core/retarget core/contacts core/edit core/operate/figure core/operate/keys)
# Others include what lies right in core/operate. Its rooms are told file by file which of that they may:
# what is defined in a later room is named by no earlier one.
set(operating core/base core/math core/scene core/motion core/document core/ik core/evaluate core/retarget core/edit
              core/operate/operate.h core/operate/row.h)
set(of_figure bind_mesh.h hung_motion.h insert_skeleton.h limbs.h limit_handles.h remove_nodes.h roll_bones.h shifts.h
              skeleton_templates.h usual_hinge.h)
set(of_keys dense_key.h easings.h near_key.h new_span.h prop_ends.h retime.h)
set(of_targets aftermath.h bend_over.h cures.h go_round.h grip.h hold.h new_targets.h reach_shell.h smooth.h target_space.h)
set(of_poses drag_bone.h lay_on.h pose.h touch_fit.h)
set(of_clips bring_in.h bring_in_clips.h clean_feet.h clip_match.h copied.h flipped.h odd_start.h)
foreach(place figure keys targets poses clips)
  list(TRANSFORM of_${place} PREPEND core/operate/)
endforeach()
list(APPEND operating ${of_figure})
room(core/operate/figure   ${operating} core/skinning)
list(APPEND operating ${of_keys})
room(core/operate/keys     ${operating} core/contacts core/operate/figure)
list(APPEND operating ${of_targets})
room(core/operate/targets  ${operating} core/operate/figure core/operate/keys)
list(APPEND operating ${of_poses})
room(core/operate/poses    ${operating} core/skinning core/operate/figure core/operate/keys core/operate/targets)
list(APPEND operating ${of_clips})
room(core/operate/clips    ${operating} core/contacts core/operate/figure core/operate/keys core/operate/targets
                           core/operate/poses)
room(core/io        core/base core/math core/scene core/motion core/document core/ik core/evaluate
                    core/edit core/io/bvh core/io/gltf core/io/foreign)
room(core/io/bvh    core/base core/math core/scene core/motion core/document core/evaluate core/io)
room(core/io/gltf   core/base core/math core/scene core/motion core/document core/io core/io/gltf/text
                    core/io/gltf/packed core/io/gltf/faults core/io/gltf/import core/io/gltf/carried
                    core/io/gltf/export core/io/gltf/project)
# Others include what lies right in core/io/gltf; its rooms, what of that is named here.
room(core/io/gltf/text     core/base core/math core/io)
room(core/io/gltf/packed   core/base core/io/gltf/text)
set(gltf_parts core/base core/math core/scene core/motion core/document core/evaluate core/io core/io/gltf/text
               core/io/gltf/carried_form.h core/io/gltf/gltf_file.h core/io/gltf/picture_type.h)
room(core/io/gltf/faults   ${gltf_parts})
room(core/io/gltf/import   ${gltf_parts} core/io/gltf/faults)
room(core/io/gltf/carried  ${gltf_parts} core/io/gltf/faults core/io/gltf/import core/io/gltf/carried_parts.h
                           core/io/gltf/carried_scale.h)
room(core/io/gltf/export   ${gltf_parts} core/io/gltf/faults core/io/gltf/import core/io/gltf/carried
                           core/io/gltf/buffer_builder.h)
room(core/io/gltf/project  ${gltf_parts} core/edit core/io/gltf/faults core/io/gltf/import core/io/gltf/carried
                           core/io/gltf/export)
room(core/io/foreign  core/base core/io core/io/gltf)
room(core/export    core/base core/math core/scene core/motion core/document core/ik core/evaluate
                    core/io core/io/gltf/carried_parts.h)

# What all of the editor knows of the library: no format's insides.
set(library core/base core/math core/scene core/skinning core/motion core/document core/ik core/evaluate
            core/retarget core/contacts core/edit core/operate core/io/fitting.h core/io/format.h core/io/join.h core/io/save.h core/io/journal.h
            core/export)

room(ui)  # the precompiled header
room(ui/look)
room(ui/session           ${library})
room(ui/files             ${library} ui/look ui/session)
room(ui/models            ${library} ui/look ui/session)
room(ui/time              ${library} ui/look ui/session ui/models)
room(ui/timeline          ${library} ui/look ui/session ui/models ui/time)
room(ui/viewport/draw     core/base core/math core/scene/material.h)
room(ui/viewport          ${library} ui/look ui/session ui/models ui/viewport/draw ui/viewport/layers
                          ui/viewport/qt3d)
room(ui/viewport/layers   ${library} ui/look ui/session ui/models ui/viewport ui/viewport/draw)
room(ui/viewport/qt3d     ${library} ui/look ui/session ui/models ui/viewport ui/viewport/draw
                          ui/viewport/layers)
# What all that stands around the views knows.
set(views ui/look ui/session ui/models ui/time ui/timeline ui/viewport)
room(ui/actions           ${library} ${views} ui/files ui/actions/menus)
room(ui/actions/menus     ${library} ${views} ui/files ui/actions)
room(ui/inspector         ${library} ${views})
room(ui/desk              ${library} ${views} ui/files ui/actions ui/inspector)

room(app/cli  ${library} core/io)
# A program of its own, which makes GLB of other formats.
room(app/import  core/base/ascii.h core/base/number.h core/io/gltf core/io/text.h core/motion/rates.h)
room(app      ${library} app/cli ui/viewport/render.h ui/desk/run_editor.h)

# What comes from outside of this repository, name by name: here and in all folders below, unless one of
# those has a row of its own. Headers of C have the names that C++ gives them; what depends on the locale
# is left out (core/base/ascii.h).
set(standard
  algorithm any array bit bitset cassert cerrno cfenv cfloat charconv chrono climits cmath compare complex
  concepts coroutine csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime deque exception filesystem
  forward_list fstream functional initializer_list iomanip ios iosfwd iostream istream iterator limits list
  map memory memory_resource new numbers numeric optional ostream queue random ranges ratio regex set
  source_location span sstream stack stdexcept string string_view system_error tuple type_traits typeinfo
  unordered_map unordered_set utility valarray variant vector version)
set(threads atomic condition_variable mutex thread)
set(eigen Eigen/Core Eigen/Eigenvalues Eigen/Geometry Eigen/LU Eigen/SparseCholesky Eigen/SparseCore)
set(json nlohmann/json\\.hpp nlohmann/json_fwd\\.hpp)
set(descriptors fcntl\\.h unistd\\.h)
# Those of the modules that are linked; the old names (qglobal.h) are none of them.
set(qt "Q[A-Z][A-Za-z0-9]*" Qt QtGlobal QtWidgets)
set(qt3d "Qt3D(Core|Render|Logic)/Q[A-Z][A-Za-z0-9]*")

outside(core            ${standard} ${eigen})
outside(core/precompiled.h ${standard} ${eigen} ${json})
outside(core/base       ${standard} ${descriptors} poll\\.h signal\\.h sys/mman\\.h sys/prctl\\.h
                        sys/resource\\.h sys/socket\\.h sys/syscall\\.h sys/wait\\.h)
# Keys are made of a file's rows by the first who asks, on whichever thread.
outside(core/motion     ${standard} ${eigen} atomic mutex)
outside(core/ik/batch   ${standard} ${eigen} immintrin\\.h)
outside(core/evaluate   ${standard} ${eigen} ${threads})
outside(core/retarget   ${standard} ${eigen} ${json})
outside(core/edit       ${standard} ${eigen} ${json})
outside(core/operate    ${standard} ${eigen} ${json})
# Here atomic counts names of files.
outside(core/io         ${standard} ${eigen} ${json} ${descriptors} atomic signal\\.h sys/file\\.h sys/stat\\.h)
outside(core/io/bvh     ${standard} ${eigen} fast_float/fast_float\\.h)
outside(core/io/gltf    ${standard} ${eigen} unistd\\.h)
outside(core/io/gltf/text   ${standard} ${json})
outside(core/io/gltf/packed ${standard} meshoptimizer\\.h draco/core/varint_decoding\\.h
                        draco/compression/mesh/mesh_edgebreaker_decoder\\.h
                        draco/compression/mesh/mesh_sequential_decoder\\.h)
outside(core/export     ${standard} ${eigen} ${json})
outside(ui              ${standard} ${eigen} ${qt})
outside(ui/precompiled.h ${standard} ${eigen} ${qt} ${qt3d})
outside(ui/session      ${standard} ${eigen} ${qt} ${threads})
outside(ui/files        ${standard} ${eigen} ${qt} ${json})
outside(ui/timeline     ${standard} ${eigen} ${qt} immintrin\\.h)
outside(ui/viewport     ${standard} ${eigen} ${qt} ${qt3d})
outside(ui/actions      ${standard} ${eigen} ${qt} ${json})
outside(ui/desk         ${standard} ${eigen} ${qt} ${json} ${descriptors})
outside(app             ${standard} ${json} QBuffer QGuiApplication QImage ${descriptors} malloc\\.h poll\\.h
                        sys/mman\\.h sys/prctl\\.h sys/random\\.h sys/socket\\.h sys/stat\\.h sys/un\\.h)
outside(app/cli         ${standard} ${json} CLI/CLI\\.hpp ${descriptors})
outside(app/import      ${standard} ${eigen} sys/resource\\.h assimp/Importer\\.hpp assimp/config\\.h
                        assimp/material\\.h assimp/postprocess\\.h assimp/scene\\.h)

# Which namespaces files open, besides those without a name: here and in all folders below, unless one of
# those, or a file, has a row of its own. So nobody declares what another room defines, without an include.
# Where several rooms open one, each defines the functions that it declares (tests/declarations.py).
foreach(folder core/base core/math core/scene core/motion core/document core/evaluate)
  opens(${folder} posewright)
endforeach()
foreach(folder skinning ik edit retarget contacts operate io)
  opens(core/${folder} posewright::${folder})
endforeach()
opens(core/scene        posewright kinds limits)
opens(core/scene/kinds  posewright posewright::kinds)
opens(core/scene/limits posewright::limits)
# A format's row is made in the namespace of the table (core/io/formats.cpp).
foreach(format bvh gltf foreign)
  opens(core/io/${format} posewright::io::${format} posewright::io)
endforeach()
opens(core/export       posewright::exports)
opens(core/ik/batch/crowd.cpp posewright::ik two four eight)  # its lanes, compiled for each width
opens(core/document/origin.h posewright posewright::retarget)  # the values that documents hold of it
opens(core/edit/edit.h  posewright::edit posewright)  # evaluate's KeyMemo, of which edits hold an address
# Values of operations, as arguments of edits: each is a specialization of a template of core/edit.
foreach(file clips/copied.cpp clips/copied_json.h poses/pose.cpp poses/pose_json.h)
  opens(core/operate/${file} posewright::operate posewright::edit)
endforeach()
opens(ui                posewright::ui)
opens(ui/session/journal_writer.h posewright::ui posewright::io)  # what it holds addresses of
opens(ui/files          posewright::ui posewright::ui::file_dialogs posewright::ui::recent_files file_dialogs)
opens(ui/timeline       posewright::ui posewright::ui::timeline)
opens(ui/viewport       posewright::ui Qt3DCore Qt3DRender)
opens(ui/viewport/layers posewright::ui posewright::ui::places Qt3DCore Qt3DRender)
opens(ui/actions        posewright::ui posewright::ui::helpers)
opens(ui/actions/menus  posewright::ui::menus)
opens(ui/desk           posewright::ui posewright::ui::manual posewright::ui::preferences preferences)
opens(app               posewright::app)
opens(app/cli           posewright::cli CLI)
opens(app/import        posewright::import)
opens(app/import/asserts.cpp Assimp)

# The lines of the build's own files that include something before all sources.
precompiles(core/CMakeLists.txt "posewright_precompile(posewright_core core/precompiled.h)")
precompiles(ui/CMakeLists.txt "posewright_precompile(posewright_ui ui/precompiled.h)")
precompiles(tests/CMakeLists.txt [[posewright_precompile(${target} tests/${room}/precompiled.h)]])
precompiles(cmake/PosewrightTargets.cmake [[
function(posewright_precompile target header)
target_precompile_headers(${target} PRIVATE "\"${header}\"")
target_precompile_headers(${program} REUSE_FROM ${A_PRECOMPILED})
]])
precompiles(scripts/lint [[unit=$(grep -rlF --include='*.cpp' "#include \"$file\"" build/lint/*/units || true)]])

# What the build compiles with, command by command, since any flag may bring a file of flags (@FILE).
compiles(core/CMakeLists.txt "posewright_part(posewright_core -O3 \${solving})" "posewright_part(posewright_core -O2 \${reading})")
compiles(ui/CMakeLists.txt "posewright_part(posewright_ui -O2 \${pixels})")
compiles(CMakePresets.json [["cmake_cxx_flags_debug": "-o1 -g1"]] [["cmake_cxx_flags_release": "-o2 -dndebug"]]
  [["cmake_cxx_flags": "-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer"]]
  [["cmake_cxx_flags": "-fsanitize=thread"]])
compiles(cmake/PosewrightTargets.cmake "function(posewright_part target" [[
target_compile_options(posewright_flags INTERFACE
  $<$<CXX_COMPILER_ID:GNU,Clang>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -ffp-contract=off>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>
  "$<$<CXX_COMPILER_ID:GNU>:SHELL:--param ggc-min-heapsize=2000000 --param ggc-min-expand=100>"
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)
]] [[target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Og>)]]
  [[target_compile_options(${part} PRIVATE ${level})]])
