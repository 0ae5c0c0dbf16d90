import { iconFaults, iconType } from "../bundle/mod.ts";
import type { ReviewFile } from "../state/state.ts";

/** What a reviewer sees of a file: its source, its text, its picture, or only its size. */
export function kindOf(path: string, bytes: Uint8Array): ReviewFile["kind"] {
  if (path.endsWith(".go") || path === "manifest.json") return "source";
  // Something else behind the name of an image is shown as what it is.
  if (iconType(path) && !iconFaults(path, bytes).some(({ code }) => code === "icon-content")) return "image";
  return isText(bytes) ? "text" : "binary";
}

function isText(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder("utf-8", { fatal: true }).decode(bytes).includes("\0");
  } catch {
    return false;
  }
}
