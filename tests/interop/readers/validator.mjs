// What Khronos' validator finds in a glTF file. node validator.mjs REQUEST.json
import fs from 'node:fs';
import path from 'node:path';
import validator from 'gltf-validator';
import { request } from './request.mjs';

const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(request.file)), {
  maxIssues: 1000, writeTimestamp: false,
  externalResourceFunction: async (uri) =>
    new Uint8Array(fs.readFileSync(path.join(path.dirname(request.file), decodeURIComponent(uri)))) });
const { numErrors, numWarnings, messages } = report.issues;
const told = messages.filter((one) => one.severity < 2).map((one) => `${one.code} ${one.pointer}: ${one.message}`);
fs.writeFileSync(request.out, JSON.stringify({
  reader: `glTF Validator ${validator.version()}`, errors: numErrors, warnings: numWarnings, told }));
