import { type FileFacts, iconFaults, iconType, LIMITS, MANIFEST } from "../../bundle/mod.ts";
import type { ReviewFile } from "../../state/state.ts";

/** Returns how a review shows a file: as source, as text, as an image, or only with its size. */
export function kindOf(path: string, facts: FileFacts, bytes: () => Uint8Array): ReviewFile["kind"] {
  if (path.endsWith(".go") || path === MANIFEST) return "source";
  // A file with the name of an image but other content is shown by its content.
  if (facts.size <= LIMITS.icon && iconType(path) && !iconFaults(path, bytes()).some(isContent)) {
    return "image";
  }
  return facts.isText ? "text" : "binary";
}

function isContent({ code }: { code: string }): boolean {
  return code === "icon-content";
}
