import type { ReviewFinding } from "../../state/state.ts";
import { CAPABILITIES, type Capability, doesOf, groupsOf } from "./capability.ts";
import { BY_NAME, METHODS, SAYS, SDK } from "./library/methods.ts";
import type { ImportUse, Source } from "./source.ts";
import { ownProperty } from "../../own_property.ts";

/** The capabilities of sources: those that they name, and those that they could use without naming them. */
export interface Reach {
  readonly can: ReadonlySet<Capability>;
  /** Further capabilities of the imported packages of which no name is used; none that is already in `can`. */
  readonly could: ReadonlySet<Capability>;
  readonly findings: readonly ReachFinding[];
}

/** A finding, and the names of Go that it refers to, such as `os.ReadFile` or `k.Secret`. */
export type ReachFinding = ReviewFinding & { readonly about?: readonly string[] };

/**
 * Returns the capabilities of sources, never fewer than they have. An unknown package, a file that is not
 * valid Go and a file that was not analysed can do anything. `words` tells whether any source contains a
 * word.
 */
export function reachOf(sources: readonly Source[], words: (word: string) => boolean): Reach {
  const can = new Set<Capability>(), could = new Set<Capability>();
  const findings: ReachFinding[] = [];
  const add = (capabilities: readonly Capability[], finding: ReachFinding | null) => {
    for (const one of capabilities) can.add(one);
    if (finding) findings.push(finding);
  };
  const imported = new Set(sources.flatMap(({ imports }) => [...imports.keys()]));
  for (const source of sources) {
    if (source.fault) add(["anything"], faultFinding(source));
    for (const use of source.imports.values()) {
      if (use.escaped) findings.push(hiddenImport(source.file, use));
      if (use.library) libraryFindings(source.file, use, add);
      else otherFinding(source.file, use, add);
    }
    for (const [name, line] of source.selectors) selectorFinding(source.file, name, line, imported, add);
    for (const { text, line } of source.directives) {
      const known = directiveOf(text);
      if (!known) continue;
      const { name, severity, does, can: capability } = known;
      const what = name === "go:build" ? text.slice(0, 100) : name;
      add(capability ? [capability] : [], {
        severity,
        message: `${does} (${what})`,
        file: source.file,
        line,
      });
    }
  }
  for (const one of unnamed(sources, imported, can, words)) if (!can.has(one)) could.add(one);
  return { can, could, findings };
}

/**
 * Returns the capabilities that can be used through names that no source contains; `can` are those that the
 * sources name.
 */
function unnamed(
  sources: readonly Source[],
  imported: ReadonlySet<string>,
  can: ReadonlySet<Capability>,
  words: (word: string) => boolean,
): Capability[] {
  const templates = BY_NAME.templates.some((path) => imported.has(path));
  const reflect = imported.has(BY_NAME.reflect.package) &&
    sources.some(({ selectors }) => names(selectors, BY_NAME.reflect.names));
  const frames = sources.some(({ imports }) =>
    names(imports.get(BY_NAME.frames.package)?.members ?? new Map(), BY_NAME.frames.names)
  );
  const found: Capability[] = templates ? ["read"] : [];
  // A template calls watched methods by names that no source contains.
  for (const { packages, can } of METHODS) {
    if (templates && packages.some((path) => imported.has(path))) found.push(can);
  }
  for (const [name, capability] of Object.entries(SDK)) {
    // HTTP is compiled in when a source calls it or a template could. The host serves a method for an
    // extension whose sources contain its name; code that reads files could send such a request without the
    // SDK.
    const byName = capability === "network" ? templates : templates || reflect || frames || can.size > 0;
    if (byName && words(name)) found.push(capability);
  }
  return found;
}

function names(named: ReadonlyMap<string, number>, wanted: ReadonlySet<string>): boolean {
  return [...named.keys()].some((name) => wanted.has(name));
}

function severityOf(capabilities: readonly Capability[]): ReviewFinding["severity"] {
  const all = capabilities.map((one) => CAPABILITIES[one].severity);
  return all.includes("danger") ? "danger" : all.includes("caution") ? "caution" : "info";
}

type Add = (capabilities: readonly Capability[], finding: ReachFinding | null) => void;

function faultFinding({ file, fault }: Source): ReachFinding {
  const { line, message } = fault!;
  return {
    severity: "danger",
    message: `Cannot be read as Go reads it, so it may do anything: ${message}`,
    file,
    line,
  };
}

function hiddenImport(file: string, { path, line }: ImportUse): ReachFinding {
  return { severity: "danger", message: `Hides that it imports ${path}`, file, line };
}

/** Maximum names or abilities in one finding. */
const LISTED = 3;

function libraryFindings(file: string, use: ImportUse, add: Add): void {
  const { library, path, members, line } = use;
  const name = path.slice(path.lastIndexOf("/") + 1);
  // A package that is imported only to be loaded leads nowhere by the types of its names.
  const all = members.size === 0 && !use.unknownUse && library!.rest || library!.all;
  // Without a used name the package counts as a whole, or for what it does when it is loaded.
  if (!library!.members || use.unknownUse || members.size === 0) {
    if (all.length === 0) return;
    const groups = groupsOf(new Set(all)).map(doesOf);
    const does = ownProperty(SAYS, path) ??
      [groups[0], ...groups.slice(1, LISTED).map(lowered)].join(", ") +
        (groups.length > LISTED ? " and more" : "");
    return add(all, {
      severity: severityOf(all),
      message: `${does} (${path})`,
      file,
      line,
      about: [`${name}.`],
    });
  }
  const canOf = (member: string) => library!.members!.get(member) ?? library!.rest!;
  for (const group of groupsOf(new Set([...members.keys()].flatMap(canOf)))) {
    const named = [...members].filter(([member]) => canOf(member).some((one) => group.includes(one)));
    const about = named.map(([member]) => `${name}.${member}`);
    // For a package with a wording of its own the path tells more than its constants and types would.
    const says = group.includes(all[0]!) ? SAYS[path] : undefined;
    const what = says ? path : about.slice(0, LISTED).join(", ") + (about.length > LISTED ? " …" : "");
    const message = `${says ?? doesOf(group)} (${what})`;
    add(group, { severity: severityOf(group), message, file, line: named[0]![1], about });
  }
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function otherFinding(file: string, { path, line }: ImportUse, add: Add): void {
  if (path === "kedge" || path === "bundle" || path.startsWith("bundle/")) return;
  const shown = path.length > 100 ? `${path.slice(0, 99)}…` : path;
  if (path === "C") {
    add(["anything"], {
      severity: "danger",
      message: "Contains C code, which Kedge does not compile (C)",
      file,
      line,
    });
  } else {
    add(["anything"], {
      severity: "danger",
      message: `Imports ${shown}, which is not part of Go: nobody knows what it can do`,
      file,
      line,
    });
  }
}

function selectorFinding(
  file: string,
  name: string,
  line: number,
  imported: ReadonlySet<string>,
  add: Add,
): void {
  const sdk = ownProperty(SDK, name);
  if (sdk) {
    const says = SAYS[`k.${name}`] ?? doesOf([sdk]);
    add([sdk], {
      severity: severityOf([sdk]),
      message: `${says} (k.${name})`,
      file,
      line,
      about: [`k.${name}`],
    });
  }
  for (const { packages, names, can } of METHODS) {
    if (!names.has(name) || !packages.some((path) => imported.has(path))) continue;
    add([can], {
      severity: severityOf([can]),
      message: `${doesOf([can])} (${name})`,
      file,
      line,
      about: [`.${name}`],
    });
  }
}

/** The meaning of a compiler directive for a reader. */
interface Directive {
  readonly severity: ReviewFinding["severity"];
  readonly does: string;
  readonly can?: Capability;
}

const DIRECTIVES: Readonly<Record<string, Directive>> = {
  "go:linkname": { severity: "danger", does: "Reaches into the insides of other packages", can: "memory" },
  "go:noescape": { severity: "danger", does: "Hides a pointer from the compiler", can: "memory" },
  "go:uintptrescapes": { severity: "danger", does: "Hides a pointer from the compiler", can: "memory" },
  "go:wasmimport": { severity: "danger", does: "Calls code outside of Go", can: "anything" },
  "go:generate": { severity: "info", does: "Names a command for authors; Kedge does not run it" },
  "go:embed": { severity: "info", does: "Takes files of the bundle into the program" },
  "go:build": { severity: "info", does: "Is compiled under conditions only" },
  "line": { severity: "info", does: "Gives its lines other names and numbers" },
};

/** Directives that change neither the behaviour of code nor what a reader sees of it. */
const HARMLESS = /^(?:go:(?:debug|fix|inline|noinline|norace|nosplit|nocheckptr|wasmexport)|export)$/;

/**
 * Returns the meaning of a directive comment; null when it has none. `text` is the comment without its
 * opening `//`. An unknown `go:` directive may do anything.
 */
export function directiveOf(text: string): (Directive & { readonly name: string }) | null {
  const name = /^(?:go:[\w-]*|line|export)/.exec(text)?.[0] ?? "";
  const known = ownProperty(DIRECTIVES, name);
  if (known) return { name, ...known };
  if (name === "" || HARMLESS.test(name)) return null;
  return name.startsWith("go:cgo_")
    ? { name, severity: "danger", does: "Links code that is not Go", can: "anything" }
    : { name, severity: "danger", does: "Tells the compiler what Kedge does not know", can: "anything" };
}
