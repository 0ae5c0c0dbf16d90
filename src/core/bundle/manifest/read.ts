import type { Problems } from "../problems.ts";
import { checkFields } from "./fields.ts";
import { type Node, parseJson, toValue } from "../../json/mod.ts";
import { ManifestProblems, valueAt } from "./place.ts";
import { checkReferences } from "./references.ts";
import { type Manifest, manifestSchema } from "./schema.ts";

/**
 * Reads manifest.json and checks every rule about it, also against the bundle's files. Gives null
 * when there is an error.
 */
export function readManifest(
  bytes: Uint8Array,
  files: ReadonlyMap<string, Uint8Array | undefined>,
  problems: Problems,
): Manifest | null {
  const before = problems.errors;
  const text = decode(bytes, problems);
  if (text === null) return null;
  const { root, problems: syntax } = parseJson(text, { relaxed: false });
  const place = new ManifestProblems(text, root, problems);
  if (text.startsWith("\ufeff")) {
    place.reportAt(0, "error", "invalid-character", [], "a second byte order mark", "Remove it.");
    return null;
  }
  for (const { offset, code, message, hint } of syntax) {
    place.reportAt(offset, "error", code, [], message, hint);
  }
  if (!root || syntax.length > 0) return null;
  checkJson(root, [], place);
  const manifest = checkFields(root, place);
  checkReferences(root, files, place);
  return problems.errors > before || !manifest ? null : withRawConfig(manifest, root);
}

/** A manifest that was accepted before, for example from a record: null when it is not one. */
export function parseManifest(value: unknown): Manifest | null {
  const parsed = manifestSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/** UTF-8 with or without a byte order mark; positions count without it, as editors do. */
function decode(bytes: Uint8Array, problems: Problems): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const valid = new TextDecoder().decode(bytes).indexOf("\ufffd");
    const text = new TextDecoder().decode(bytes).slice(0, valid);
    new ManifestProblems(text, null, problems).reportAt(
      valid,
      "error",
      "manifest-not-utf8",
      [],
      "the manifest is not UTF-8",
      "Save it as UTF-8.",
    );
    return null;
  }
}

/** Rules of the text that a parsed value no longer shows: duplicate keys and numbers that would change. */
function checkJson(node: Node, path: readonly (string | number)[], place: ManifestProblems): void {
  if (node.kind === "number") {
    const written = place.text.slice(node.start, node.end);
    if (!Number.isFinite(node.value)) {
      place.report("error", "number-range", path, `${written} is larger than any number here`, "Quote it.");
    } else if (Number.isInteger(node.value) && !Number.isSafeInteger(node.value)) {
      place.report(
        "warning",
        "number-precision",
        path,
        `${written} has more digits than a number keeps`,
        "Quote it.",
      );
    }
  }
  if (node.kind === "array") node.items.forEach((item, index) => checkJson(item, [...path, index], place));
  if (node.kind !== "object") return;
  const seen = new Set<string>();
  for (const { key, keyStart, value } of node.members) {
    const at = [...path, key];
    if (seen.has(key)) {
      place.reportAt(
        keyStart,
        "error",
        "duplicate-key",
        at,
        `${JSON.stringify(key)} is there twice`,
        "Keep one.",
      );
    }
    seen.add(key);
    checkJson(value, at, place);
  }
}

/** Config objects as the text has them: a schema library may drop keys such as `__proto__`. */
function withRawConfig(manifest: Manifest, root: Node): Manifest {
  const configOf = (node: Node | undefined) => {
    const config = node && valueAt(node, "config");
    return config ? { config: toValue(config) as Manifest["config"] } : {};
  };
  const actions = valueAt(root, "actions");
  return {
    ...manifest,
    ...configOf(root),
    actions: manifest.actions.map((action, index) => ({
      ...action,
      ...configOf(actions?.kind === "array" ? actions.items[index] : undefined),
    })),
  };
}
