// Where three.js sees the nodes and vertices of a glTF file. node three.mjs REQUEST.json
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { answer, fileBytes, request } from './request.mjs';

globalThis.self ??= globalThis;
globalThis.ProgressEvent ??= class extends Event {};
const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
const gltf = await loader.parseAsync(fileBytes(), '');
const nodes = [];
const meshes = [];
gltf.scene.traverse((object) => {
  const place = gltf.parser.associations.get(object);
  if (!place) return;
  if (place.nodes !== undefined && !nodes[place.nodes]) nodes[place.nodes] = object;
  if (!object.isMesh) return;
  const owner = place.nodes ?? gltf.parser.associations.get(object.parent)?.nodes;
  meshes.push({ key: `${owner}/${place.primitives ?? 0}`, object });
});

const at = new THREE.Vector3();
function vertices({ object }) {
  const out = [];
  for (let i = 0; i < object.geometry.attributes.position.count; ++i) {
    object.getVertexPosition(i, at).applyMatrix4(object.matrixWorld);
    out.push(at.x, at.y, at.z);
  }
  return out;
}

const mixer = new THREE.AnimationMixer(gltf.scene);
const clips = request.clips.map((clip) => {
  const out = { joints: {}, vertices: {} };
  mixer.stopAllAction();
  const animation = gltf.animations.find((one) => one.name === clip.name);
  if (animation) mixer.clipAction(animation).setLoop(THREE.LoopOnce).play().clampWhenFinished = true;
  for (const time of clip.times) {
    if (animation) mixer.setTime(time);
    gltf.scene.updateMatrixWorld(true);
    gltf.scene.traverse((object) => object.skeleton?.update());
    nodes.forEach((object, row) => (out.joints[row] ??= []).push(at.setFromMatrixPosition(object.matrixWorld).toArray()));
    if (clip.vertices.includes(time)) for (const mesh of meshes) (out.vertices[mesh.key] ??= []).push(vertices(mesh));
  }
  return out;
});
answer(`three.js ${THREE.REVISION}`, clips);
