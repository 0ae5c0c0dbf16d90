import { crc32, inflateRawSync } from "node:zlib";
import { quoted } from "../../text/hidden.ts";
import type { ProblemCollector } from "../problems.ts";
import type { ArchiveEntry } from "./entry.ts";

/**
 * The entry's bytes, or null after a diagnostic. Inflating stops at the declared size (which is within
 * the limit for one file), whatever the data would go on to.
 */
export function readData(entry: ArchiveEntry, problems: ProblemCollector): Uint8Array | null {
  const { header, path, data } = entry;
  if (!data) return null;
  const name = quoted(path);
  const refuse = (code: string, message: string) => {
    problems.error(code, message, { file: path, hint: "Make the bundle again." });
    return null;
  };

  let bytes: Uint8Array;
  if (header.method === 0) {
    if (data.length !== header.size) {
      return refuse("size-mismatch", `${name} has ${data.length} bytes and declares ${header.size}`);
    }
    bytes = data;
  } else {
    const inflated = inflate(data, header.size);
    if (typeof inflated === "string") {
      return inflated === "more"
        ? refuse("size-mismatch", `${name} inflates to more than the ${header.size} bytes it declares`)
        : refuse("data-broken", `the packed data of ${name} is broken`);
    }
    if (inflated.bytes.length !== header.size) {
      return refuse(
        "size-mismatch",
        `${name} inflates to ${inflated.bytes.length} bytes and declares ${header.size}`,
      );
    }
    if (inflated.read !== data.length) {
      return refuse(
        "size-mismatch",
        `${name} has ${data.length - inflated.read} bytes after its packed data`,
      );
    }
    bytes = inflated.bytes;
  }
  if (crc32(bytes) !== header.crc) {
    return refuse("checksum-mismatch", `the checksum of ${name} does not match`);
  }
  return bytes;
}

/** Inflates to at most `most` bytes and tells how much of the data that took. */
function inflate(data: Uint8Array, most: number): { bytes: Uint8Array; read: number } | "more" | "broken" {
  try {
    // `info` is documented (nodejs.org/api/zlib.html#class-options) but the types know only the plain result.
    const result = inflateRawSync(data, {
      maxOutputLength: Math.max(1, most),
      // All at once, and room to see that there is more: pieces would be put together in a second copy.
      chunkSize: Math.max(64, most + 1),
      info: true,
    }) as unknown as { buffer: Uint8Array; engine: { bytesWritten: number } };
    const { buffer, byteOffset, length } = result.buffer;
    return { bytes: new Uint8Array(buffer, byteOffset, length), read: result.engine.bytesWritten };
  } catch (error) {
    return (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE" ? "more" : "broken";
  }
}
