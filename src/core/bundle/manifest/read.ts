import type { Problems } from "../problems.ts";
import { checkFields } from "./fields.ts";
import { type JsonNode, jsonValue, memberOf, parseJson } from "./json.ts";
import { ManifestProblems } from "./place.ts";
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
  const parsed = parseJson(text);
  if ("error" in parsed) {
    const { at, message, hint } = parsed.error;
    new ManifestProblems(text, null, problems).reportAt(at, "error", "json-syntax", [], message, hint);
    return null;
  }
  const place = new ManifestProblems(text, parsed.node, problems);
  checkJson(parsed.node, [], place);
  const manifest = checkFields(parsed.node, place);
  checkReferences(parsed.node, files, place);
  return problems.errors > before || !manifest ? null : withRawConfig(manifest, parsed.node);
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
function checkJson(node: JsonNode, path: readonly (string | number)[], place: ManifestProblems): void {
  if (node.kind === "number") {
    if (!Number.isFinite(node.value)) {
      place.report("error", "number-range", path, `${node.text} is larger than any number here`, "Quote it.");
    } else if (Number.isInteger(node.value) && !Number.isSafeInteger(node.value)) {
      place.report(
        "warning",
        "number-precision",
        path,
        `${node.text} has more digits than a number keeps`,
        "Quote it.",
      );
    }
  }
  if (node.kind === "array") node.items.forEach((item, index) => checkJson(item, [...path, index], place));
  if (node.kind !== "object") return;
  const seen = new Set<string>();
  for (const { key, keyAt, value } of node.members) {
    const at = [...path, key];
    if (seen.has(key)) {
      place.reportAt(
        keyAt,
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
function withRawConfig(manifest: Manifest, root: JsonNode): Manifest {
  const configOf = (node: JsonNode | undefined) => {
    const config = memberOf(node, "config")?.value;
    return config ? { config: jsonValue(config) as Manifest["config"] } : {};
  };
  const actions = memberOf(root, "actions")?.value;
  return {
    ...manifest,
    ...configOf(root),
    actions: manifest.actions.map((action, index) => ({
      ...action,
      ...configOf(actions?.kind === "array" ? actions.items[index] : undefined),
    })),
  };
}
