import { type GoFault, type GoImport, type GoVisitor, readGo } from "../../bundle/mod.ts";
import { type LibraryPackage, libraryPackage } from "./library/packages.ts";
import { BY_NAME, FUNCTIONS, METHODS, SDK } from "./library/methods.ts";

/** A package that one source imports, and the names of it that the source uses. */
export interface ImportUse {
  readonly path: string;
  readonly line: number;
  /** Whether the path is written with escapes, so that a reader does not see the real one. */
  readonly escaped: boolean;
  /** Undefined for packages outside of Go's standard library. */
  readonly library: LibraryPackage | undefined;
  /** Used names that are in the package's table, each with its first line. */
  readonly members: Map<string, number>;
  /** Whether it is unknown which names of the package are used. */
  unknownUse: boolean;
}

/** Selectors that reveal a capability by their name alone. */
const WATCHED: ReadonlySet<string> = new Set([
  ...Object.keys(SDK),
  ...METHODS.flatMap(({ names }) => [...names]),
  ...BY_NAME.reflect.names,
]);

/** A function of a source and the names in it; without a name it contains what runs when the package is loaded. */
export interface SourceFunction {
  readonly name: string | null;
  readonly receiver: string | null;
  readonly line: number;
  /** Names as `a`, `a.b` or `.b`, each with its first line. */
  readonly names: Map<string, number>;
}

/** The number of names that may still be recorded for tracing calls, over all sources of a bundle. */
interface TraceBudget {
  left: number;
}

/** Maximum different imports of one file; no honest file has more. */
const MAX_IMPORTS = 1000;
/** Maximum directives read of one file. */
const MAX_DIRECTIVES = 1000;

/** What one Go source reveals without being compiled. */
export class Source {
  readonly imports = new Map<string, ImportUse>();
  /** The import path of each package by its name in the file. */
  readonly names = new Map<string, string>();
  /** The watched selectors with their first line. */
  readonly selectors = new Map<string, number>();
  readonly directives: { readonly text: string; readonly line: number }[] = [];
  /** The functions with the names in them, as far as the budget lasts. */
  readonly functions: SourceFunction[] = [];
  /** The name in the package clause. */
  package = "";
  /** Why the file is not valid Go or exceeds a limit; the other fields are incomplete then. */
  readonly fault: GoFault | null;

  constructor(readonly file: string, bytes: Uint8Array, budget: TraceBudget = { left: 0 }) {
    this.fault = readGo(bytes, this.#visitor(budget)) ?? this.#tooMuch;
    const { bare, found } = this.#functionCalls;
    for (const { base, name, line } of found) {
      if (bare.get(base) && !this.selectors.has(name)) this.selectors.set(name, line);
    }
  }

  /**
   * `found`: selectors that look like a function of a package instead of a method. `bare`: how often each
   * import's name occurs without a dot after it, because then it may be a variable.
   */
  readonly #functionCalls = {
    found: [] as { readonly base: string; readonly name: string; readonly line: number }[],
    bare: new Map<string, number>(),
  };

  #tooMuch: GoFault | null = null;

  #visitor(budget: TraceBudget): GoVisitor {
    /** The package of each name in the file when its used names matter. */
    const packages = new Map<string, ImportUse>();
    const loading: SourceFunction = { name: null, receiver: null, line: 1, names: new Map() };
    let current = loading;
    const trace = (name: string, line: number) => {
      if (budget.left <= 0 || current.names.has(name)) return;
      budget.left--;
      current.names.set(name, line);
    };
    this.functions.push(loading);
    const { bare } = this.#functionCalls;
    return {
      package: (name) => void (this.package = name),
      enter: (name, receiver, line) => {
        if (name === null || budget.left <= 0) current = loading;
        else {
          current = { name, receiver, line, names: new Map() };
          budget.left--;
          this.functions.push(current);
        }
      },
      name: (name, line) => {
        trace(name, line);
        if (this.names.has(name)) bare.set(name, (bare.get(name) ?? 0) + 1);
      },
      import: (one) => this.#import(one, packages),
      directive: (text, line) => {
        if (this.directives.length < MAX_DIRECTIVES) this.directives.push({ text, line });
        else this.#tooMuch ??= { line, message: `more than ${MAX_DIRECTIVES} directives` };
      },
      select: (base, name, line) => {
        if (budget.left > 0) trace(`${base ?? ""}.${name}`, line);
        if (base !== null && bare.has(base)) bare.set(base, bare.get(base)! - 1);
        const use = base === null ? undefined : packages.get(base);
        if (use && !use.members.has(name)) {
          if (use.library?.members?.has(name) || use.library?.rest) use.members.set(name, line);
          else use.unknownUse = true;
        }
        if (!WATCHED.has(name) || this.selectors.has(name)) return;
        // A function of a package is in that package's table.
        const known = use?.library?.members?.get(name);
        if (known && known.length > 0) return;
        if (base !== null && FUNCTIONS[name]?.includes(this.names.get(base)!)) {
          this.#functionCalls.found.push({ base, name, line });
        } else this.selectors.set(name, line);
      },
    };
  }

  #import({ path, name, escaped, line }: GoImport, packages: Map<string, ImportUse>): void {
    let use = this.imports.get(path);
    if (!use) {
      if (this.imports.size >= MAX_IMPORTS) {
        this.#tooMuch ??= { line, message: `more than ${MAX_IMPORTS} imports` };
        return;
      }
      use = { path, line, escaped, library: libraryPackage(path), members: new Map(), unknownUse: false };
      this.imports.set(path, use);
    }
    this.names.set(name ?? path.slice(path.lastIndexOf("/") + 1), path);
    // A dot import or a blank import does not show which names are used.
    if (name === "." || name === "_" && !use.library?.rest) use.unknownUse = true;
    else if (use.library?.members) packages.set(name ?? path.slice(path.lastIndexOf("/") + 1), use);
  }
}
