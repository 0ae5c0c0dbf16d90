import { joined } from "../../src/core/bytes.ts";
import { crc32, deflateSync } from "node:zlib";
import type { Raster } from "./raster.ts";

/** Returns the picture as PNG. */
export function png({ size, rgba }: Raster): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, size);
  header.setUint32(4, size);
  // 8 bits per channel: red, green, blue, alpha.
  header.setUint8(8, 8);
  header.setUint8(9, 6);
  const rows = new Uint8Array(size * (1 + 4 * size));
  for (let y = 0; y < size; y++) {
    rows.set(rgba.subarray(4 * size * y, 4 * size * (y + 1)), y * (1 + 4 * size) + 1);
  }
  return joined([
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", new Uint8Array(header.buffer)),
    chunk("IDAT", new Uint8Array(deflateSync(rows, { level: 9 }))),
    chunk("IEND", new Uint8Array(0)),
  ]);
}

/** Returns the pictures as one Windows icon, each stored as PNG. */
export function ico(pictures: readonly Raster[]): Uint8Array<ArrayBuffer> {
  const images = pictures.map(png);
  const head = new DataView(new ArrayBuffer(6 + 16 * images.length));
  head.setUint16(2, 1, true);
  head.setUint16(4, images.length, true);
  let offset = head.byteLength;
  pictures.forEach(({ size }, index) => {
    const at = 6 + 16 * index, bytes = images[index]!.length;
    // Each side takes one byte: 0 stands for 256.
    head.setUint8(at, size % 256);
    head.setUint8(at + 1, size % 256);
    head.setUint16(at + 4, 1, true);
    head.setUint16(at + 6, 32, true);
    head.setUint32(at + 8, bytes, true);
    head.setUint32(at + 12, offset, true);
    offset += bytes;
  });
  return joined([new Uint8Array(head.buffer), ...images]);
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const named = joined([new TextEncoder().encode(name), data]);
  const whole = new Uint8Array(8 + named.length);
  const view = new DataView(whole.buffer);
  view.setUint32(0, data.length);
  whole.set(named, 4);
  view.setUint32(4 + named.length, crc32(named));
  return whole;
}
