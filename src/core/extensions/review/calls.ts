import type { ReviewStep } from "../../state/state.ts";
import { libraryPackage } from "./library/packages.ts";
import type { Source, SourceFunction } from "./source.ts";

/** A function that can be reached, and the function that leads to it. */
interface Node {
  readonly source: Source;
  readonly function: SourceFunction;
  readonly from: Node | null;
}

/** The first use of a name of Go or of the SDK. */
interface Use {
  readonly node: Node;
  readonly line: number;
}

interface Declared {
  readonly source: Source;
  readonly function: SourceFunction;
}

/**
 * Finds the functions of a bundle that lead from its actions to a finding. It knows no types: every name in a
 * function counts as a call, and a method's name counts for all methods of that name. A path may therefore be
 * one that no run takes; only calls by names that no source contains are missing.
 */
export class CallGraph {
  /** Uses by file, then by name. */
  readonly #uses = new Map<string, Map<string, Use>>();
  readonly #seen = new Set<SourceFunction>();
  readonly #loaded = new Set<Source>();
  readonly #queue: Node[] = [];
  /** The sources of each package of the bundle, by folder. */
  readonly #folders = new Map<string, Source[]>();
  readonly #methods = new Map<string, Declared[]>();
  /**
   * The functions by name of each package; the key is a folder, or an entry's file because an entry is a
   * package alone.
   */
  readonly #functions = new Map<string, Map<string, Declared[]>>();
  readonly #entries: ReadonlySet<string>;

  /** `entries` are the files in which actions start. */
  constructor(sources: readonly Source[], entries: readonly string[]) {
    this.#entries = new Set(entries);
    for (const source of sources) {
      add(this.#folders, folderOf(source.file), source);
      for (const one of source.functions) {
        if (one.receiver !== null) add(this.#methods, one.name!, { source, function: one });
        else if (one.name !== null) this.#declare(source, one, one.name);
      }
    }
    const begin = sources.filter(({ file }) => this.#entries.has(file));
    for (const source of begin) this.#call(source, "Run", null);
    for (const source of begin) this.#load([source], null);
    // The queue grows during this loop.
    for (const node of this.#queue) this.#visit(node);
  }

  /**
   * Returns the shortest path to a use of one of these names in a file, and its line; `os.` matches every
   * name of that package. Returns null when no path is known.
   */
  pathTo(file: string, about: readonly string[]): { line: number; steps: ReviewStep[] } | null {
    for (const [name, { node, line }] of this.#uses.get(file) ?? []) {
      if (!about.some((one) => one.endsWith(".") ? name.startsWith(one) : one === name)) continue;
      const steps: ReviewStep[] = [{ name, file, line }];
      for (let at: Node | null = node; at; at = at.from) steps.push(this.#step(at));
      return { line, steps: steps.reverse() };
    }
    return null;
  }

  #step({ source, function: { name, receiver, line } }: Node): ReviewStep {
    const qualified = `${receiver === null ? "" : `${receiver}.`}${name ?? "init"}`;
    const stem = source.file.slice(source.file.lastIndexOf("/") + 1, -".go".length);
    const entry = this.#entries.has(source.file);
    const of = !entry ? source.package : this.#entries.size > 1 ? stem : "";
    return { name: of === "" ? qualified : `${of}.${qualified}`, file: source.file, line };
  }

  #enter(source: Source, one: SourceFunction, from: Node | null): void {
    if (this.#seen.has(one)) return;
    this.#seen.add(one);
    this.#queue.push({ source, function: one, from });
  }

  #declare(source: Source, one: SourceFunction, name: string): void {
    const packages = [folderOf(source.file), ...(this.#entries.has(source.file) ? [source.file] : [])];
    for (const key of packages) {
      let functions = this.#functions.get(key);
      if (!functions) this.#functions.set(key, functions = new Map());
      add(functions, name, { source, function: one });
    }
  }

  /** Follows a call to the functions of that name in the package of `source`. */
  #call(source: Source, name: string, from: Node | null): void {
    const key = this.#entries.has(source.file) ? source.file : folderOf(source.file);
    for (const one of this.#functions.get(key)?.get(name) ?? []) this.#enter(one.source, one.function, from);
  }

  /** Follows the code that packages run when they are loaded. */
  #load(sources: readonly Source[], from: Node | null): void {
    for (const source of sources) {
      if (this.#loaded.has(source)) continue;
      this.#loaded.add(source);
      for (const one of source.functions) {
        if (one.receiver === null && (one.name === null || one.name === "init")) {
          this.#enter(source, one, from);
        }
      }
    }
  }

  #visit(node: Node): void {
    const { source } = node;
    for (const path of source.imports.keys()) {
      if (path.startsWith("bundle/")) this.#load(this.#folders.get(path.slice("bundle/".length)) ?? [], node);
    }
    for (const [key, line] of node.function.names) {
      const dot = key.indexOf(".");
      if (dot < 0) this.#call(source, key, node);
      else this.#select(node, key.slice(0, dot), key.slice(dot + 1), line);
    }
  }

  #select(node: Node, base: string, name: string, line: number): void {
    const path = node.source.names.get(base);
    if (path?.startsWith("bundle/")) {
      const folder = this.#folders.get(path.slice("bundle/".length)) ?? [];
      if (folder[0]) this.#call(folder[0], name, node);
    } else if (path !== undefined && libraryPackage(path)) {
      this.#use(node, `${path.slice(path.lastIndexOf("/") + 1)}.${name}`, line);
    } else {
      this.#use(node, `k.${name}`, line);
      this.#use(node, `.${name}`, line);
      for (const { source, function: one } of this.#methods.get(name) ?? []) this.#enter(source, one, node);
    }
  }

  #use(node: Node, name: string, line: number): void {
    const { file } = node.source;
    let uses = this.#uses.get(file);
    if (!uses) this.#uses.set(file, uses = new Map());
    if (!uses.has(name)) uses.set(name, { node, line });
  }
}

function add<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf("/")));
}
