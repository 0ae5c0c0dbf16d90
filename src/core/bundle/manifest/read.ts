import { check } from "../../document/check.ts";
import type { Path } from "../../document/kind.ts";
import { BAD, nameOf, written } from "../../document/value.ts";
import { type Node, parseJson } from "../../json/mod.ts";
import { versionAtLeast } from "../../version_order.ts";
import type { ProblemCollector } from "../problems.ts";
import { MANIFEST_KIND, MANIFEST_SCHEMA } from "./kind.ts";
import { actionsOf, ManifestProblems, textAt } from "./problems.ts";
import { checkReferences } from "./references.ts";
import type { Manifest } from "./schema.ts";

/**
 * Reads manifest.json and checks every rule about it, including those about the bundle's files. Returns null
 * after an error.
 */
export function readManifest(
  bytes: Uint8Array,
  files: ReadonlyMap<string, Uint8Array | undefined>,
  problems: ProblemCollector,
): Manifest | null {
  const before = problems.errors;
  const text = decode(bytes, problems);
  if (text === null) return null;
  const { root, problems: syntax } = parseJson(text, { relaxed: false });
  const manifestProblems = new ManifestProblems(text, root, problems);
  if (text.startsWith("\ufeff")) {
    const mark = { code: "invalid-character", message: "a second byte order mark", hint: "Remove it." };
    manifestProblems.add({ severity: "error", path: [], offset: 0, ...mark });
    return null;
  }
  for (const problem of syntax) manifestProblems.add({ severity: "error", path: [], ...problem });
  if (!root || syntax.length > 0) return null;
  const value = check(root, MANIFEST_SCHEMA, [], {
    text,
    kind: MANIFEST_KIND,
    unknownKeys: true,
    report: (problem) => manifestProblems.add(problem),
    full: () => problems.full,
  });
  checkCombinations(root, manifestProblems);
  checkReferences(root, files, manifestProblems);
  return problems.errors > before || value === BAD ? null : value as unknown as Manifest;
}

/** Returns a manifest that was accepted before, for example from a record; null when the value is not one. */
export function parseManifest(value: unknown): Manifest | null {
  const text = JSON.stringify(value) ?? "";
  const { root } = parseJson(text, { relaxed: false });
  if (!root) return null;
  let errors = 0;
  const checked = check(root, MANIFEST_SCHEMA, [], {
    text,
    kind: MANIFEST_KIND,
    unknownKeys: false,
    report: ({ severity }) => void (errors += severity === "error" ? 1 : 0),
    full: () => false,
  });
  return errors > 0 || checked === BAD ? null : checked as unknown as Manifest;
}

/** Decodes UTF-8 with or without a byte order mark. Positions do not count the mark, like in editors. */
function decode(bytes: Uint8Array, problems: ProblemCollector): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const valid = new TextDecoder().decode(bytes).indexOf("\ufffd");
    const text = new TextDecoder().decode(bytes).slice(0, valid);
    new ManifestProblems(text, null, problems).add({
      severity: "error",
      code: "manifest-not-utf8",
      path: [],
      offset: valid,
      message: "the manifest is not UTF-8",
      hint: "Save it as UTF-8.",
    });
    return null;
  }
}

/** Checks the combinations of fields, even in a manifest with other errors. */
function checkCombinations(root: Node, manifestProblems: ManifestProblems): void {
  checkVersions(root, manifestProblems);
  const ids = new Set<string>();
  for (const [index, action] of actionsOf(root).entries()) {
    const path = ["actions", index];
    checkContextMode(action, path, manifestProblems);
    const id = textAt(action, "id");
    if (id !== undefined && ids.has(id)) {
      manifestProblems.error([...path, "id"], {
        code: "duplicate-action",
        message: `${nameOf([...path, "id"])} ${written(id)} is the id of another action`,
        hint: "Ids of actions are unique within the extension",
      });
    }
    if (id !== undefined) ids.add(id);
  }
}

function checkVersions(root: Node, manifestProblems: ManifestProblems): void {
  const app = textAt(root, "minAppVersion"), kedge = textAt(root, "minKedgeVersion");
  if (app === undefined || kedge === undefined) return;
  if (versionAtLeast(app, kedge) && versionAtLeast(kedge, app)) return;
  manifestProblems.error(["minKedgeVersion"], {
    code: "version-conflict",
    message: `\`minKedgeVersion\` is ${written(kedge)} and \`minAppVersion\` is ${written(app)}`,
    hint: "They mean the same: keep one",
  });
}

/** Checks whether the action's own account, role and region have an effect. */
function checkContextMode(action: Node, path: Path, manifestProblems: ManifestProblems): void {
  const mode = textAt(action, "contextMode");
  const account = textAt(action, "account");
  if (mode === "custom" || (mode === undefined && account !== undefined)) {
    if (account === undefined) {
      manifestProblems.error([...path, "contextMode"], {
        code: "custom-needs-account",
        message: 'A "custom" context needs an account',
        hint: 'Add `account`, or use "inherit"',
      });
    }
    return;
  }
  // It is unknown which fields a mode uses that Kedge does not know.
  if (mode !== undefined && mode !== "inherit" && mode !== "none") return;
  for (const key of ["account", "role", "region"]) {
    if (textAt(action, key) === undefined) continue;
    manifestProblems.warning([...path, key], {
      code: key === "account" ? "account-ignored" : "context-ignored",
      message: `${nameOf([...path, key])} has no effect: the action's context is ${
        written(mode ?? "inherit")
      }`,
      hint: mode === "none" ? "Remove it" : 'Use "contextMode": "custom" with an account',
    });
  }
}
