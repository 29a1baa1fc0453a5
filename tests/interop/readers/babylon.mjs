// Where Babylon.js sees the nodes and vertices of a glTF file. node babylon.mjs REQUEST.json
import * as BABYLON from '@babylonjs/core';
import '@babylonjs/loaders/glTF/index.js';
import { answer, fileBytes, request } from './request.mjs';

BABYLON.Logger.LogLevels = BABYLON.Logger.ErrorLogLevel;
const scene = new BABYLON.Scene(new BABYLON.NullEngine());
scene.useRightHandedSystem = true;
new BABYLON.FreeCamera('eye', new BABYLON.Vector3(0, 0, 9), scene);
const container = await BABYLON.LoadAssetContainerAsync(new Uint8Array(fileBytes()), scene, {
  pluginExtension: '.glb', pluginOptions: { gltf: { animationStartMode: 0, targetFps: 60 } } });
container.addAllToScene();

// The copy that is read names its nodes by their rows: node7, and node7_primitive1 below it.
const nodes = [];
const meshes = [];
for (const object of [...container.transformNodes, ...container.meshes]) {
  const [, row, , primitive] = object.name.match(/^node(\d+)(_primitive(\d+))?$/) ?? [];
  if (row === undefined) continue;
  if (primitive === undefined) nodes[row] ??= object;
  if (object.getTotalVertices?.() > 0) meshes.push({ object, key: `${row}/${primitive ?? 0}` });
}

function vertices({ object }) {
  object.skeleton?.prepare(true);
  const local = object.getPositionData(true, true);
  const world = object.computeWorldMatrix(true);
  const out = [];
  for (let i = 0; i < local.length; i += 3)
    BABYLON.Vector3.TransformCoordinates(BABYLON.Vector3.FromArray(local, i), world).toArray(out, i);
  return out;
}

const rest = nodes.map((node) => [node.position.clone(), node.rotationQuaternion?.clone(), node.scaling.clone()]);
const targets = container.morphTargetManagers.flatMap((manager) =>
  Array.from({ length: manager.numTargets }, (_, i) => [manager.getTarget(i), manager.getTarget(i).influence]));
function reset() {
  nodes.forEach((node, row) => {
    node.position.copyFrom(rest[row][0]);
    if (rest[row][1]) node.rotationQuaternion?.copyFrom(rest[row][1]);
    node.scaling.copyFrom(rest[row][2]);
  });
  for (const [target, influence] of targets) target.influence = influence;
}

const clips = request.clips.map((clip) => {
  const out = { joints: {}, vertices: {} };
  for (const group of container.animationGroups) group.stop();
  reset();
  const group = container.animationGroups.find((one) => one.name === clip.name);
  if (group) group.play(false).pause();
  const fps = group?.targetedAnimations[0]?.animation.framePerSecond ?? 60;
  for (const time of clip.times) {
    if (group) group.goToFrame(Math.min(Math.max(time * fps, group.from), group.to));
    scene.render();
    nodes.forEach((node, row) => (out.joints[row] ??= []).push(node.computeWorldMatrix(true).getTranslation().asArray()));
    if (clip.vertices.includes(time)) for (const mesh of meshes) (out.vertices[mesh.key] ??= []).push(vertices(mesh));
  }
  return out;
});
answer(`Babylon.js ${BABYLON.Engine.Version}`, clips);
