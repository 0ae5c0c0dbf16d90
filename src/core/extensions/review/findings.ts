import { type Bundle, mayBeCompiled, sourcesName } from "../../bundle/mod.ts";
import type { ReviewFinding } from "../../state/state.ts";
import { CallGraph } from "./calls.ts";
import type { Capability } from "./capability.ts";
import { hiddenFindings } from "./hidden.ts";
import { nativeFindings } from "./native.ts";
import { placesOf } from "./places.ts";
import { type Reach, type ReachFinding, reachOf } from "./reach.ts";
import { Source } from "./source.ts";

/** More source than this, in bytes, is not looked through: no honest extension has it, and it would take long. */
export const LOOKED_THROUGH = 8 * 1024 * 1024;
/** Names that are kept to trace calls, in all. */
const TRACED = 40_000;
/** More findings than this are only counted: no reader gets that far. */
const LISTED = 200;
/** Accounts that are named. */
const ACCOUNTS = 20;

/** What a reader should know before trusting a bundle. */
export interface Findings {
  readonly reach: Pick<Reach, "can" | "could">;
  /** What was read of each file, by its hash: a file that is the same is not read again. */
  readonly sources: KnownSources;
  /** Each with its place, the most serious first. */
  readonly findings: readonly ReviewFinding[];
}

/** Looks a bundle through. */
export function findingsOf(bundle: Bundle): Findings {
  const entries = [...new Set(bundle.manifest.actions.map(({ entry }) => entry))];
  const { reach, findings, sources } = sourceFindings(bundle, entries);
  const all = [...contextFindings(bundle), ...findings, ...nativeFindings(bundle)];
  const order: readonly ReviewFinding["severity"][] = ["danger", "caution", "info"];
  all.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  if (all.length <= LISTED) return { reach, findings: all, sources };
  const more = all.length - LISTED;
  const last: ReviewFinding = {
    severity: all[LISTED]!.severity,
    message: `These are the first ${LISTED} findings; there are ${more} more`,
    file: "manifest.json",
  };
  return { reach, findings: [...all.slice(0, LISTED), last], sources };
}

/** Sources that were read, by the hash and the path of their file. */
type KnownSources = ReadonlyMap<string, Source>;

const keyOf = (file: string, hash: string | undefined) => `${hash} ${file}`;

/** What the Go sources of a bundle reach and how; `entries` are the files that actions begin in. */
function sourceFindings({ files, facts }: Bundle, entries: readonly string[]): Findings {
  const budget = { left: TRACED };
  const read = new Map<string, Source>(), findings: ReviewFinding[] = [];
  const complete = lookThrough(files, (file, bytes) => {
    if (!bytes) {
      findings.push({
        severity: "danger",
        message: "Was not looked through: there is more source than anybody reviews",
        file,
      });
      return;
    }
    for (const one of hiddenFindings(file, new TextDecoder().decode(bytes))) findings.push(one);
    if (!mayBeCompiled(file) && !entries.includes(file)) return;
    read.set(keyOf(file, facts.get(file)?.hash), new Source(file, bytes, budget));
  });
  const sources = [...read.values()];
  const { findings: reached, ...reach } = reachOfAll(sources, files, complete);
  const calls = budget.left > 0 ? new CallGraph(sources, entries) : null;
  return {
    reach,
    findings: [...reached.map((finding) => traced(finding, calls)), ...findings],
    sources: read,
  };
}

/** What the Go sources among other files reach, of which `known` were read already. */
export function sourceReach(
  files: ReadonlyMap<string, Uint8Array>,
  hashes: ReadonlyMap<string, string>,
  entries: readonly string[],
  known: KnownSources,
): Findings["reach"] {
  const { can, could } = sourceLook(files, entries, (file) => known.get(keyOf(file, hashes.get(file))));
  return { can, could };
}

/** What Go sources reach, and what they import; `read` gives those that were read already. */
export function sourceLook(
  files: ReadonlyMap<string, Uint8Array>,
  entries: readonly string[],
  read: (file: string) => Source | undefined = () => undefined,
): Findings["reach"] & { readonly imports: ReadonlySet<string> } {
  const sources: Source[] = [];
  const complete = lookThrough(files, (file, bytes) => {
    if (!bytes || !mayBeCompiled(file) && !entries.includes(file)) return;
    sources.push(read(file) ?? new Source(file, bytes));
  });
  const { can, could } = reachOfAll(sources, files, complete);
  return { can, could, imports: new Set(sources.flatMap(({ imports }) => [...imports.keys()])) };
}

/** Gives the Go sources one after the other, without their bytes once there were too many; false if there were. */
function lookThrough(
  files: ReadonlyMap<string, Uint8Array>,
  look: (file: string, bytes: Uint8Array | null) => void,
): boolean {
  let total = 0;
  for (const file of files.keys()) {
    if (!file.endsWith(".go")) continue;
    const bytes = total > LOOKED_THROUGH ? null : files.get(file)!;
    total += bytes?.length ?? 0;
    look(file, total > LOOKED_THROUGH ? null : bytes);
  }
  return total <= LOOKED_THROUGH;
}

/** Sources that were not looked through count as able to do anything. */
function reachOfAll(
  sources: readonly Source[],
  files: ReadonlyMap<string, Uint8Array>,
  complete: boolean,
): Reach {
  const reach = reachOf(sources, (word) => complete && sourcesName(files, word));
  return complete ? reach : { ...reach, can: new Set<Capability>([...reach.can, "anything"]) };
}

/** The finding with the way that leads to it. */
function traced({ about, ...finding }: ReachFinding, calls: CallGraph | null): ReviewFinding {
  const path = about && calls?.pathTo(finding.file, about);
  return path ? { ...finding, line: path.line, path: path.steps } : finding;
}

/** Which account, role and region the actions run in, from the manifest. */
function contextFindings({ manifest }: Bundle): ReviewFinding[] {
  const finding = (place: string): ReviewFinding => ({
    severity: "caution",
    message: `Runs in ${place}`,
    file: "manifest.json",
  });
  const places = placesOf(manifest);
  const shown = places.slice(0, ACCOUNTS).map(finding);
  const more = places.length - shown.length;
  return more > 0 ? [...shown, finding(`${more} more ${more === 1 ? "account" : "accounts"}`)] : shown;
}
