// A glTF file without EXT_meshopt_compression: what its bytes come to. node unpack.mjs REQUEST.json
// The request has the JSON, what is packed as base64, and where the answer goes.
import fs from 'node:fs';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { request } from './request.mjs';

await MeshoptDecoder.ready;
const unpacked = request.views.map(({ data, count, stride, mode, filter }) => {
  const out = new Uint8Array(count * stride);
  MeshoptDecoder.decodeGltfBuffer(out, count, stride, new Uint8Array(Buffer.from(data, 'base64')), mode, filter);
  return Buffer.from(out).toString('base64');
});
fs.writeFileSync(request.out, JSON.stringify({ views: unpacked }));
