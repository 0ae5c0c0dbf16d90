import { packBundle, readBundle } from "../../../src/core/bundle/mod.ts";
import { Random } from "../random.ts";
import { hostileBytes } from "./bundle_fuzz.ts";
import { bundleBytes, bundleFiles } from "./bundles.ts";

/** Returns the archives that Kedge accepts, among those of correct writers and thousands of damaged ones. */
export function acceptedArchives(): Uint8Array[] {
  const found = [
    bundleBytes(),
    bundleBytes({ name: "größe/日本.txt", data: "x" }, { name: "empty/", method: 0 }, { name: "e.txt" }),
    bundleBytes({ name: "a", data: "hello", descriptor: {} }, {
      name: "b",
      data: "x",
      descriptor: { signed: false },
    }),
    packBundle(bundleFiles({}, { "ä.txt": "x".repeat(100_000), "b.txt": "" })),
  ];
  const seed = bundleBytes({ name: "a", data: "hello", descriptor: {} }, { name: "b/", method: 0 });
  for (let bit = 0; bit < seed.length * 8; bit++) {
    const flipped = seed.slice();
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    if (readBundle(flipped).bundle) found.push(flipped);
  }
  for (let seed = 0; seed < 3000; seed++) {
    const bytes = hostileBytes(new Random(seed));
    if (readBundle(bytes).bundle) found.push(bytes);
  }
  return found;
}
