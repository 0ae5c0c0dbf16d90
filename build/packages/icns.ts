import { joined } from "../../src/core/bytes.ts";

/** Types of the pictures in a macOS icon file, by size in pixels. */
const TYPES: Readonly<Record<number, string>> = {
  16: "icp4",
  32: "icp5",
  128: "ic07",
  256: "ic08",
  512: "ic09",
};

/** Returns PNG pictures as one macOS icon file; sizes without a type are left out. */
export function icns(pictures: ReadonlyMap<number, Uint8Array>): Uint8Array {
  const parts = [...pictures].filter(([size]) => size in TYPES).map(([size, png]) =>
    block(TYPES[size]!, png)
  );
  return block("icns", joined(parts));
}

/** Returns four letters, the length including this head, and the bytes. */
function block(type: string, bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(8 + bytes.length);
  whole.set(new TextEncoder().encode(type));
  new DataView(whole.buffer).setUint32(4, whole.length);
  whole.set(bytes, 8);
  return whole;
}
