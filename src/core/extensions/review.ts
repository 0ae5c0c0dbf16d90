import { type Bundle, fileHash, sortedPaths } from "../bundle/mod.ts";
import type { ReviewedBundle, ReviewFile } from "../state/state.ts";
import { kindOf } from "./file_kind.ts";
import { findingsOf, sourceFindings, summaryOf } from "./findings.ts";

/** The trusted version that an update is compared with. */
export interface TrustedVersion {
  readonly hash: string;
  readonly version?: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Everything the trust gate shows of a bundle; pure. `installed` is the version trusted before. */
export function reviewBundle(bundle: Bundle, installed: TrustedVersion | null): ReviewedBundle {
  const { manifest } = bundle;
  const findings = findingsOf(bundle);
  const account = manifest.actions.some((action) => (action.contextMode ?? "inherit") !== "none");
  return {
    id: manifest.id,
    name: manifest.name,
    ...(manifest.version === undefined ? {} : { version: manifest.version }),
    ...(manifest.author === undefined ? {} : { author: manifest.author }),
    ...(manifest.description === undefined ? {} : { description: manifest.description }),
    ...(manifest.icon ? { icon: manifest.icon } : {}),
    hash: bundle.hash,
    change: changeOf(bundle, installed),
    ...(installed?.version === undefined ? {} : { installedVersion: installed.version }),
    actions: manifest.actions.map(({ id, label, entry }) => ({ id, label, entry })),
    summary: summaryOf(findings, account, installed && sourceFindings(installed.files)),
    findings,
    files: reviewFiles(bundle.files, installed?.files ?? null),
  };
}

function changeOf(bundle: Bundle, installed: TrustedVersion | null): ReviewedBundle["change"] {
  if (!installed) return "install";
  if (installed.hash === bundle.hash) return "reinstall";
  return isOlder(bundle.manifest.version, installed.version) ? "downgrade" : "update";
}

/**
 * Versions are free text (spec §9): a downgrade is called one only where both begin with dotted
 * numbers and the new one's are lower; with equal numbers a suffix after `-` comes before none.
 */
function isOlder(version: string | undefined, installed: string | undefined): boolean {
  const [a, b] = [parse(version), parse(installed)];
  if (!a || !b) return false;
  for (let i = 0; i < Math.max(a.numbers.length, b.numbers.length); i++) {
    const difference = (a.numbers[i] ?? 0n) - (b.numbers[i] ?? 0n);
    if (difference !== 0n) return difference < 0n;
  }
  return a.early && !b.early;
}

function parse(version: string | undefined): { numbers: bigint[]; early: boolean } | null {
  const match = /^v?(\d{1,100}(?:\.\d{1,100}){0,20})(-)?/.exec(version?.trim() ?? "");
  return match && { numbers: match[1]!.split(".").map(BigInt), early: match[2] !== undefined };
}

function reviewFiles(
  files: ReadonlyMap<string, Uint8Array>,
  before: ReadonlyMap<string, Uint8Array> | null,
): ReviewFile[] {
  const paths = new Set([...files.keys(), ...(before?.keys() ?? [])]);
  const ordered = sortedPaths(paths).sort((a, b) => rank(a) - rank(b));
  return ordered.map((path) => {
    const bytes = files.get(path), old = before?.get(path);
    const kind = kindOf(path, bytes ?? old!);
    const change = !before
      ? "same"
      : !bytes
      ? "removed"
      : !old
      ? "added"
      : fileHash(old) === fileHash(bytes)
      ? "same"
      : "changed";
    const readable = kind === "source" || kind === "text";
    return {
      path,
      size: (bytes ?? old!).length,
      change,
      kind,
      ...(readable && bytes ? { text: decode(bytes) } : {}),
      ...(readable && old && change !== "same" ? { before: decode(old) } : {}),
    };
  });
}

/** The manifest first, then the sources, then the rest. */
function rank(path: string): number {
  return path === "manifest.json" ? 0 : path.endsWith(".go") ? 1 : 2;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
