import { ownProperty } from "../../own_property.ts";
import { LIMITS } from "../limits.ts";
import type { BrokenRule } from "../problems.ts";
import { byteSize } from "../../text/byte_size.ts";

/** Icon formats by suffix. */
const FORMATS: Readonly<Record<string, { type: string; matches: (bytes: Uint8Array) => boolean }>> = {
  png: {
    type: "image/png",
    matches: (bytes) => starts(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  },
  jpg: { type: "image/jpeg", matches: isJpeg },
  jpeg: { type: "image/jpeg", matches: isJpeg },
  gif: { type: "image/gif", matches: (bytes) => /^GIF8[79]a/.test(ascii(bytes, 6)) },
  webp: { type: "image/webp", matches: (bytes) => /^RIFF[^]{4}WEBP/.test(ascii(bytes, 12)) },
  svg: { type: "image/svg+xml", matches: isSvg },
};

/** Returns the media type of an icon by its suffix; undefined when the suffix is not an icon format. */
export function iconType(path: string): string | undefined {
  return ownProperty(FORMATS, suffixOf(path))?.type;
}

/** Returns what is wrong with an icon: its format, its size, or content that does not match the suffix. */
export function iconFaults(path: string, bytes: Uint8Array | undefined): BrokenRule[] {
  const format = ownProperty(FORMATS, suffixOf(path));
  const faults: BrokenRule[] = [];
  if (!format) {
    faults.push({
      code: "icon-format",
      message: `${JSON.stringify(path)} is not an icon format`,
      hint: "Use png, jpg, svg, webp or gif.",
    });
  }
  if (bytes && bytes.length > LIMITS.icon) {
    faults.push({
      code: "icon-too-large",
      message: `the icon ${JSON.stringify(path)} has ${bytes.length} bytes, more than ${
        byteSize(LIMITS.icon)
      }`,
      hint: "An icon is shown small: scale it down.",
    });
  }
  if (format && bytes && !format.matches(bytes)) {
    faults.push({
      code: "icon-content",
      message: `the content of ${JSON.stringify(path)} is not ${suffixOf(path)}`,
      hint: "Give the file the suffix of its format.",
    });
  }
  return faults;
}

function suffixOf(path: string): string {
  return (/\.([^./]+)$/.exec(path)?.[1] ?? "").toLowerCase();
}

function starts(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

function isJpeg(bytes: Uint8Array): boolean {
  return starts(bytes, [0xff, 0xd8, 0xff]);
}

function ascii(bytes: Uint8Array, length: number): string {
  return new TextDecoder("latin1").decode(bytes.subarray(0, length));
}

/** A document type. Drawing programs add entities of their own in brackets. */
const DOCTYPE = /<!doctype[^[>]*(?:\[[^\]]*\]\s*)?>/iy;

/** Returns whether the first element is `svg`; only a declaration, comments and a document type may precede it. */
function isSvg(bytes: Uint8Array): boolean {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return false;
  }
  let at = 0;
  for (;;) {
    at += /^\s*/.exec(text.slice(at, at + 10_000))![0].length;
    const rest = text.slice(at, at + 10);
    if (/^<!doctype/i.test(rest)) {
      DOCTYPE.lastIndex = at;
      if (!DOCTYPE.test(text)) return false;
      at = DOCTYPE.lastIndex;
      continue;
    }
    const end = rest.startsWith("<?") ? "?>" : rest.startsWith("<!--") ? "-->" : null;
    if (end === null) return /^<([\w-]+:)?svg[\s/>]/.test(rest);
    const close = text.indexOf(end, at);
    if (close < 0) return false;
    at = close + end.length;
  }
}
