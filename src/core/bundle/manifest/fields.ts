import type { core } from "zod";
import { memberOf, type Node, toValue } from "../../json/mod.ts";
import { suggest } from "../../text/suggest.ts";
import { versionAtLeast } from "../../version_order.ts";
import { isReservedName } from "../names.ts";
import { hasHidden, quoted } from "../problems.ts";
import { type ManifestProblems, nodeAt, valueAt } from "./place.ts";
import { KNOWN, type Manifest, manifestSchema } from "./schema.ts";

type Path = readonly (string | number)[];

/** Checks each field by itself, and fields against each other. Gives null when the schema refuses. */
export function checkFields(root: Node, place: ManifestProblems): Manifest | null {
  const parsed = manifestSchema.safeParse(toValue(root));
  if (!parsed.success) { for (const issue of parsed.error.issues) reportIssue(issue, root, place); }
  if (root.kind !== "object") return null;

  checkKnown(root, [], KNOWN.manifest, place);
  checkId(root, [], place);
  checkVersions(root, place);
  checkTexts(root, [], ["name", "description", "version", "author"], place);
  checkContextFormat(root, [], place);
  const ids = new Set<string>();
  for (const [index, action] of actionsOf(root).entries()) {
    const path = ["actions", index];
    if (place.problems.full) break;
    if (action.kind !== "object") continue;
    checkKnown(action, path, KNOWN.action, place);
    checkId(action, path, place);
    checkTexts(action, path, ["label", "tooltip"], place);
    checkContextFormat(action, path, place);
    checkContextMode(action, path, place);
    const id = textOf(action, "id");
    if (id !== undefined && ids.has(id)) {
      place.report(
        "error",
        "duplicate-action",
        [...path, "id"],
        `the id ${quoted(id)} is there twice`,
        UNIQUE,
      );
    }
    if (id !== undefined) ids.add(id);
  }
  return parsed.success ? parsed.data : null;
}

const UNIQUE = "Ids of actions are unique within the extension.";

/** The action nodes, also of a manifest that has errors. */
export function actionsOf(root: Node): readonly Node[] {
  const actions = valueAt(root, "actions");
  return actions?.kind === "array" ? actions.items : [];
}

/** The text of a member; undefined when it is missing, empty or not text. */
export function textOf(node: Node, key: string): string | undefined {
  const value = valueAt(node, key);
  return value?.kind === "string" && value.value !== "" ? value.value : undefined;
}

/** Turns an issue of the schema into a diagnostic of ours. */
function reportIssue(issue: core.$ZodIssue, root: Node, place: ManifestProblems): void {
  const path = issue.path as Path;
  const field = path.length === 0 ? "the manifest" : `"${path.at(-1)}"`;
  const node = nodeAt(root, path);
  if (node.kind === "number" && !Number.isFinite(node.value)) return; // the text's own check tells it
  const report = (code: string, message: string, hint?: string) =>
    place.report("error", code, path, message, hint);
  if (issue.code === "invalid_type") {
    const parent = nodeAt(root, path.slice(0, -1));
    const missing = typeof path.at(-1) === "string" && parent.kind === "object" &&
      !memberOf(parent, String(path.at(-1)));
    if (missing) return report("missing-field", `${field} is missing`, HINTS[String(path.at(-1))]);
    const expected = issue.expected === "record" ? "object" : issue.expected;
    const quote = node.kind === "number" && expected === "string";
    return report(
      "wrong-type",
      `${field} must be ${article(expected)}, not ${article(node.kind)}`,
      quote ? `Quote it: "${place.text.slice(node.start, node.end)}".` : undefined,
    );
  }
  if (issue.code === "invalid_value") {
    const values = issue.values.map(String);
    const near = node.kind === "string" ? suggest(node.value, values) : undefined;
    return report(
      "unknown-value",
      `${field} must be ${values.map((value) => `"${value}"`).join(", ").replace(/, ([^,]*)$/, " or $1")}`,
      near && `Did you mean "${near}"?`,
    );
  }
  if (issue.code === "too_small") {
    return path.at(-1) === "actions"
      ? report("no-actions", "the extension has no actions", "Declare at least one.")
      : report("empty-value", `${field} is empty`);
  }
  if (issue.code === "too_big") {
    return report("id-too-long", `${field} is longer than ${issue.maximum} characters`);
  }
  if (issue.message === "invalid-id") {
    return report(
      "invalid-id",
      `${field} has characters an id cannot have`,
      "Use letters, digits and . _ - only.",
    );
  }
  if (issue.message === "invalid-version") {
    return report("invalid-version", `${field} is not a version of three numbers`, 'Write it like "1.2.0".');
  }
  report("invalid-value", `${field}: ${issue.message}`);
}

const HINTS: Readonly<Record<string, string>> = {
  actions: 'Add "actions": [{ "id": "run", "label": "Run", "entry": "actions/run.go" }].',
  entry: 'Name its Go file, for example "entry": "actions/run.go".',
  id: 'Name it, for example "id": "my-extension".',
};

function article(type: string): string {
  if (type === "null") return type;
  return type === "string" ? "text" : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function checkKnown(node: Node, path: Path, known: readonly string[], place: ManifestProblems): void {
  if (node.kind !== "object") return;
  const there = new Set(node.members.map(({ key }) => key));
  const missing = known.filter((name) => !there.has(name));
  for (const { key, keyStart } of node.members) {
    if (place.problems.full) return;
    if (known.includes(key)) continue;
    const near = suggest(key, missing);
    place.reportAt(
      keyStart,
      "warning",
      "unknown-field",
      [...path, key],
      `${quoted(key)} is not a field of ${path.length === 0 ? "the manifest" : "an action"}; it is ignored`,
      near ? `Did you mean "${near}"?` : 'Settings of your own go into "config".',
    );
  }
}

/** An id names a folder or a log, so it must be a name that every system can keep (CONTRACT §4). */
function checkId(node: Node, path: Path, place: ManifestProblems): void {
  const id = textOf(node, "id");
  if (id !== undefined && isReservedName(id)) {
    place.report(
      "error",
      "reserved-id",
      [...path, "id"],
      `the id ${quoted(id)} cannot be the name of a folder on every system`,
      "Choose another id.",
    );
  }
}

function checkVersions(root: Node, place: ManifestProblems): void {
  const app = textOf(root, "minAppVersion"), kedge = textOf(root, "minKedgeVersion");
  if (app === undefined || kedge === undefined) return;
  if (versionAtLeast(app, kedge) && versionAtLeast(kedge, app)) return;
  place.report(
    "error",
    "version-conflict",
    ["minKedgeVersion"],
    `"minKedgeVersion" is ${quoted(kedge)} and "minAppVersion" is ${quoted(app)}`,
    "They mean the same: keep one.",
  );
}

/** Characters that are not seen could make a name read as another in the review. */
function checkTexts(node: Node, path: Path, keys: readonly string[], place: ManifestProblems): void {
  for (const key of keys) {
    const text = textOf(node, key);
    if (text === undefined || !hasHidden(text.replace(/[\n\t\r]/g, ""))) continue;
    place.report("warning", "hidden-characters", [...path, key], `"${key}" has characters that are not seen`);
  }
}

function checkContextFormat(node: Node, path: Path, place: ManifestProblems): void {
  const account = textOf(node, "account"), region = textOf(node, "region");
  if (account !== undefined && !/^\d{12}$/.test(account)) {
    place.report(
      "warning",
      "account-format",
      [...path, "account"],
      `${quoted(account)} is not an account id`,
      "An account id has 12 digits.",
    );
  }
  if (region !== undefined && !/^[a-z]{2,}(-[a-z]+)+-\d+$/.test(region)) {
    place.report(
      "warning",
      "region-format",
      [...path, "region"],
      `${quoted(region)} does not look like a region`,
      'A region is written like "eu-central-1".',
    );
  }
}

/** Spec §2.8: which of the action's own account, role and region have an effect. */
function checkContextMode(action: Node, path: Path, place: ManifestProblems): void {
  const mode = textOf(action, "contextMode");
  const account = textOf(action, "account");
  if (mode === "custom" || (mode === undefined && account !== undefined)) {
    if (account === undefined) {
      place.report(
        "error",
        "custom-needs-account",
        [...path, "contextMode"],
        'a "custom" context needs an account',
        'Add "account", or use "inherit".',
      );
    }
    return;
  }
  for (const key of ["account", "role", "region"]) {
    if (textOf(action, key) === undefined) continue;
    place.report(
      "warning",
      key === "account" ? "account-ignored" : "context-ignored",
      [...path, key],
      `"${key}" is ignored: the action's context is ${quoted(mode ?? "inherit")}`,
      mode === "none" ? "Remove it." : 'Use "contextMode": "custom" with an account.',
    );
  }
}
