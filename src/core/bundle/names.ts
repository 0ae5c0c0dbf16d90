import { LIMITS } from "./limits.ts";
import { hasControl } from "../text/controls.ts";
import { hasBidi, quoted } from "../text/hidden.ts";
import type { BrokenRule, ProblemCollector } from "./problems.ts";

/** Device names of Windows, with any suffix: learn.microsoft.com "Naming Files, Paths, and Namespaces". */
const RESERVED = /^(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³]|conin\$|conout\$) *(\.|$)/i;

/** Characters of an id, which names a folder or a log file. */
export const ID = /^[A-Za-z0-9._-]+$/;

/** Tells whether Windows reserves the name for a device or cannot store it (trailing dot or space). */
export function isReservedName(name: string): boolean {
  return RESERVED.test(name) || /[. ]$/.test(name);
}

/** Returns every rule that the path of a file inside a bundle breaks, each with its own code. */
export function pathFaults(path: string): BrokenRule[] {
  const faults: BrokenRule[] = [];
  const name = quoted(path);
  const fault = (code: string, message: string, hint?: string) =>
    faults.push({ code, message, ...(hint ? { hint } : {}) });

  if (path === "") fault("path-empty", "an entry has no name");
  else if (/^(\/\/|\\\\)/.test(path)) fault("path-unc", `${name} is a network path`, RELATIVE);
  else if (path.startsWith("/")) fault("path-absolute", `${name} is an absolute path`, RELATIVE);
  else if (/^[A-Za-z]:/.test(path)) fault("path-drive", `${name} names a drive`, RELATIVE);
  if (path.includes("\\")) {
    fault("path-backslash", `${name} has a backslash`, "Separate folders with /.");
  }
  if (hasControl(path)) {
    fault("path-control", `${name} has a control character`, RENAME);
  }
  if (hasBidi(path)) {
    fault("path-bidi", `${name} has a character that reverses how it reads`, RENAME);
  }
  if (path.includes("\ufffd")) fault("path-not-utf8", `${name} is not UTF-8`, RENAME);
  if (/[<>"|?*]/.test(path) || path.replace(/^[A-Za-z]:/, "").includes(":")) {
    fault("path-character", `${name} has a character that Windows cannot keep`, 'Avoid < > : " | ? and *.');
  }

  const segments = path.replace(/^([A-Za-z]:)?[\\/]*/, "").split(/[\\/]/);
  if (path !== "" && segments.includes("")) fault("path-empty-segment", `${name} has an empty segment`);
  if (segments.includes("..")) fault("path-parent", `${name} leaves the bundle with ".."`, RELATIVE);
  if (segments.includes(".")) fault("path-dot", `${name} has a "." segment`, 'Leave "./" out.');
  for (const segment of segments) {
    if (RESERVED.test(segment)) {
      fault("path-reserved", `${name}: Windows reserves the name ${quoted(segment)}`, RENAME);
    } else if (segment !== "." && segment !== ".." && /[. ]$/.test(segment)) {
      fault("path-trailing", `${name}: Windows cannot keep a name that ends in a dot or space`, RENAME);
    }
  }
  if (new TextEncoder().encode(path).length > LIMITS.path) {
    fault("path-too-long", `${name} is longer than ${LIMITS.path} bytes`, "Shorten the names.");
  }
  return faults;
}

const RELATIVE = "Paths are relative to the bundle's root and stay inside it, for example actions/run.go.";
const RENAME = "Rename the file.";

/**
 * Returns a key for the path: file systems that ignore case and Unicode form take paths with equal keys for
 * one file.
 */
export function foldName(path: string): string {
  return Array.from(path.normalize("NFC"), (character) => character.toLowerCase().toUpperCase())
    .join("").normalize("NFC");
}

/**
 * Reports names that cannot exist together on every system: the same name twice, names that differ only in
 * case or Unicode form, a name that is both file and folder.
 */
export function checkTogether(
  paths: readonly { path: string; folder: boolean }[],
  problems: ProblemCollector,
): void {
  const seen = new Map<string, { path: string; folder: boolean }>();
  const enter = (path: string, folder: boolean, stated: boolean) => {
    const before = seen.get(foldName(path));
    if (!before) return void seen.set(foldName(path), { path, folder });
    if (before.folder !== folder) {
      problems.error("path-file-and-folder", `${quoted(before.path)} is both a file and a folder`, {
        file: path,
        hint: "Rename one of them.",
      });
    } else if (before.path !== path) {
      problems.error(
        "path-twins",
        `${quoted(path)} and ${quoted(before.path)} are one name where case or Unicode form is ignored`,
        { file: path, hint: "Rename one of them." },
      );
    } else if (stated) {
      problems.error("path-twice", `${quoted(path)} is in the archive twice`, { file: path });
    }
  };
  const stated = new Set<string>();
  for (const { path, folder } of paths) {
    if (path.length > LIMITS.path) continue; // already refused, and it could have many segments
    const segments = path.split("/");
    for (let depth = 1; depth < segments.length; depth++) {
      enter(segments.slice(0, depth).join("/"), true, false);
    }
    // A folder entry may follow the files inside it; only a second entry of the same name is wrong.
    enter(path, folder, !folder || stated.has(path));
    stated.add(path);
  }
}
