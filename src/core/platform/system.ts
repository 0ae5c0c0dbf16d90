/** An environment as it is read; on Windows names compare without case, see {@link variable}. */
export type Env = Readonly<Record<string, string | undefined>>;

/** A program, by absolute path or by a name to look up, and its arguments. Never a shell line. */
export type CommandLine = readonly [program: string, ...args: string[]];

/** How one operating system names and does things. Pure: every implementation is tested on any host. */
export interface System {
  readonly name: "linux" | "darwin" | "windows";
  /** How the file of a program ends. */
  readonly programSuffix: "" | ".exe";
  /** The signals by which a user or the system ends a program of the terminal. */
  readonly stopSignals: readonly Deno.Signal[];
  /** The signals that a program passes on to the command that it runs for its user. */
  readonly passedSignals: readonly Deno.Signal[];
  /** What separates the entries of PATH. */
  readonly pathDelimiter: string;
  isAbsolute(path: string): boolean;
  join(...parts: string[]): string;
  /** Where programs usually are: a program started at login has a bare PATH. Absolute, in order. */
  usualFolders(env: Env): string[];
  /** The file names that a program's name can stand for. */
  fileNames(name: string, env: Env): string[];
  /** Hands an http or https address to the default browser. */
  openAddress(url: string, env: Env): CommandLine;
  /**
   * The same for an address that other users must not read in a list of arguments; null where only such a list leads to a
   * browser, and everybody can read it.
   */
  openQuietly(url: string, env: Env): { readonly command: CommandLine; readonly input?: string } | null;
  /** Opens a file as text in the user's default editor; never runs it. */
  openText(path: string, env: Env): CommandLine;
  /** Shows a folder in the file manager. */
  openFolder(path: string, env: Env): CommandLine;
  /** What to do when the program that opens things is missing. */
  readonly openHint: string;
  /** How to end a process with all its children at once. */
  killTree(pid: number, env: Env): { readonly group: number } | { readonly command: CommandLine };
  /** How to find out whether windows can be shown: a library to load, a command that succeeds, or nothing. */
  webview(env: Env): WebviewProbe;
  /** The desktop's protocol, where there is more than one. */
  sessionType(env: Env): SessionType;
}

/** What shows that web views work here, its name for people, and what to do without. */
type WebviewProbe =
  & { readonly name: string; readonly hint: string }
  & ({ readonly library: string } | { readonly command: CommandLine } | { readonly builtIn: true });

/** `native`: the system has only one. `none`: no display at all. */
export type SessionType = "x11" | "wayland" | "native" | "none";

/** One variable, compared without case as Windows does when `system` is Windows; empty is absent. */
export function variable(system: Pick<System, "name">, env: Env, name: string): string | undefined {
  if (system.name !== "windows") return env[name] || undefined;
  const key = Object.keys(env).find((key) => key.toUpperCase() === name.toUpperCase());
  return key === undefined ? undefined : env[key] || undefined;
}
