// What readers in JavaScript are asked, and how they answer: see tests/interop/readers.py.
import fs from 'node:fs';

export const request = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));

export function fileBytes() {
  const bytes = fs.readFileSync(request.file);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
}

export function answer(reader, clips) {
  fs.writeFileSync(request.out, JSON.stringify({ reader, clips }));
  process.exit(0);
}
