import { type Bundle, mayBeCompiled, sourcesName } from "../../bundle/mod.ts";
import type { ReviewFinding } from "../../state/state.ts";
import { CallGraph } from "./calls.ts";
import type { Capability } from "./capability.ts";
import { placesOf } from "./places.ts";
import { type Reach, type ReachFinding, reachOf } from "./reach.ts";
import { Source } from "./source.ts";
import { hasHiddenInCode, isTurned } from "../../text/hidden.ts";
import { kindOf } from "./file_kind.ts";

/** Maximum bytes of source that are analysed. No honest extension has more, and analysing it would take long. */
export const LOOKED_THROUGH = 8 * 1024 * 1024;
/** Maximum names recorded for tracing calls, all sources together. */
const TRACED = 40_000;
/** Maximum findings that are listed; further ones are only counted because no reader gets that far. */
const LISTED = 200;
/** Maximum accounts that are listed. */
const ACCOUNTS = 20;

/** What a reader should know before trusting a bundle. */
export interface Findings {
  readonly reach: Pick<Reach, "can" | "could">;
  /** The parsed sources by hash and path, so that an unchanged file is not parsed again. */
  readonly sources: KnownSources;
  /** Findings with their places, the most serious first. */
  readonly findings: readonly ReviewFinding[];
}

/** Analyses a bundle. */
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

/** Parsed sources by the hash and the path of their file. */
type KnownSources = ReadonlyMap<string, Source>;

const keyOf = (file: string, hash: string | undefined) => `${hash} ${file}`;

/** Analyses the Go sources of a bundle; `entries` are the files in which actions start. */
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

/** Returns the capabilities of the Go sources among other files; `known` contains those already parsed. */
export function sourceReach(
  files: ReadonlyMap<string, Uint8Array>,
  hashes: ReadonlyMap<string, string>,
  entries: readonly string[],
  known: KnownSources,
): Findings["reach"] {
  const { can, could } = sourceLook(files, entries, (file) => known.get(keyOf(file, hashes.get(file))));
  return { can, could };
}

/** Returns the capabilities and the imports of Go sources; `read` returns those already parsed. */
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

/**
 * Passes the Go sources to `look`, one after the other; without their bytes once the maximum is exceeded.
 * Returns whether all were within it.
 */
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

/** Returns the reach of sources; sources that were not analysed count as able to do anything. */
function reachOfAll(
  sources: readonly Source[],
  files: ReadonlyMap<string, Uint8Array>,
  complete: boolean,
): Reach {
  const reach = reachOf(sources, (word) => complete && sourcesName(files, word));
  return complete ? reach : { ...reach, can: new Set<Capability>([...reach.can, "anything"]) };
}

/** Returns the finding with the path of calls that leads to it. */
function traced({ about, ...finding }: ReachFinding, calls: CallGraph | null): ReviewFinding {
  const path = about && calls?.pathTo(finding.file, about);
  return path ? { ...finding, line: path.line, path: path.steps } : finding;
}

/** Returns findings with the account, role and region in which the actions run, from the manifest. */
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

/**
 * Returns findings about text that a reader sees differently from the compiler: one of each kind, at its
 * first line.
 */
function hiddenFindings(file: string, text: string): ReviewFinding[] {
  const turned = new Lines(), unseen = new Lines();
  // A byte order mark at the start of a file is common.
  let start = text.startsWith("\ufeff") ? 1 : 0;
  for (let line = 1; start < text.length; line++) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    if (end > start) {
      const code = text.slice(start, text[end - 1] === "\r" ? end - 1 : end);
      if (ODD.test(code)) {
        if (isTurned(code)) turned.add(line);
        else if (hasHiddenInCode(code)) unseen.add(line);
      }
    }
    start = end + 1;
  }
  return [
    ...turned.finding("danger", "Has characters that reverse how the line reads", file),
    ...unseen.finding("caution", "Has characters that are not seen", file),
  ];
}

/** Characters other than those of most code; only lines with such characters need the slow checks. */
const ODD = /[^\t\x20-\x7e]/;

/** Collects line numbers in ascending order: the first one and their count. */
class Lines {
  #first = 0;
  #last = 0;
  #count = 0;

  add(line: number): void {
    if (line === this.#last) return;
    this.#first ||= line;
    this.#last = line;
    this.#count++;
  }

  finding(severity: ReviewFinding["severity"], message: string, file: string): ReviewFinding[] {
    if (this.#count === 0) return [];
    const more = this.#count - 1;
    return [{ severity, message, file, line: this.#first, ...(more > 0 ? { more } : {}) }];
  }
}

/** Sources that Go would pass to other compilers in a package's folder: pkg.go.dev/cmd/go, "File types". */
const SOURCES: readonly (readonly [suffix: RegExp, what: string])[] = [
  [/\.s$/i, "assembly"],
  [/\.(c|cc|cpp|cxx|m|h|hh|hpp|hxx)$/i, "C code"],
  [/\.(f|for|f90)$/i, "Fortran code"],
  [/\.swig(cxx)?$/i, "SWIG code"],
];

/** Compiled code, by its suffix or its first bytes. */
const COMPILED = /\.(syso|o|a|so(\.\d+)*|dll|dylib|exe|com|lib|obj|wasm|jar|class|pyc)$/i;
const MAGIC: readonly (readonly number[])[] = [
  [0x7f, 0x45, 0x4c, 0x46], // ELF
  [0x4d, 0x5a], // Windows
  [0xfe, 0xed, 0xfa], // macOS
  [0xcf, 0xfa, 0xed, 0xfe],
  [0xce, 0xfa, 0xed, 0xfe],
  [0xca, 0xfe, 0xba, 0xbe],
  [0x21, 0x3c, 0x61, 0x72, 0x63, 0x68], // archives of object files
  [0x00, 0x61, 0x73, 0x6d], // WebAssembly
];

/** Returns findings about code that is not Go, and about files that a review cannot show. */
function nativeFindings({ files, facts }: Pick<Bundle, "files" | "facts">): ReviewFinding[] {
  const findings: ReviewFinding[] = [];
  for (const [file, known] of facts) {
    const source = SOURCES.find(([suffix]) => suffix.test(file));
    if (source) {
      findings.push({
        severity: "caution",
        message: `Is ${source[1]}, which Kedge does not compile`,
        file,
      });
      continue;
    }
    if (file.endsWith(".go")) continue;
    if (kindOf(file, known, () => files.get(file)!) !== "binary") continue;
    const compiled = COMPILED.test(file) ||
      MAGIC.some((magic) => magic.every((byte, at) => known.head[at] === byte));
    findings.push({
      severity: compiled ? "danger" : "caution",
      message: compiled
        ? "Is compiled code: Kedge does not use it, what the actions start could"
        : "Is not text: its content cannot be reviewed",
      file,
    });
  }
  return findings;
}
