/** An environment; on Windows names compare without case, see {@link variable}. */
export type Env = Readonly<Record<string, string | undefined>>;

/** A program, by absolute path or by a name to look up, and its arguments. Never a shell line. */
export type CommandLine = readonly [program: string, ...args: string[]];

/**
 * The names and commands of one operating system. Implementations have no side effects, so every one can be
 * tested on any system.
 */
export interface System {
  readonly name: "linux" | "darwin" | "windows";
  /** The suffix of a program's file. */
  readonly programSuffix: "" | ".exe";
  /** The signals with which a user or the system ends a program in a terminal. */
  readonly stopSignals: readonly Deno.Signal[];
  /** The signals that a program passes on to the command that it runs for its user. */
  readonly passedSignals: readonly Deno.Signal[];
  /** The separator of PATH's entries. */
  readonly pathDelimiter: string;
  isAbsolute(path: string): boolean;
  join(...parts: string[]): string;
  /**
   * Returns the folders in which programs usually are, because a program started at login has a bare PATH.
   * Absolute, in order.
   */
  usualFolders(env: Env): string[];
  /** Returns the file names that a program's name can stand for. */
  fileNames(name: string, env: Env): string[];
  /** Returns the command that opens an http or https address in the default browser. */
  openAddress(url: string, env: Env): CommandLine;
  /**
   * Returns the command for an address that other users must not read in a list of arguments; null when every
   * command would reveal the address in such a list.
   */
  openQuietly(url: string, env: Env): { readonly command: CommandLine; readonly input?: string } | null;
  /** Returns the command that opens a file as text in the user's default editor; it never runs the file. */
  openText(path: string, env: Env): CommandLine;
  /** Returns the command that shows a folder in the file manager. */
  openFolder(path: string, env: Env): CommandLine;
  /** What to do when the program that opens things is missing. */
  readonly openHint: string;
  /** Returns how to kill a process with all its children. */
  killTree(pid: number, env: Env): { readonly group: number } | { readonly command: CommandLine };
  /** Returns how to find out whether windows can be shown: a library to load, a command that succeeds, or nothing. */
  webview(env: Env): WebviewProbe;
  /** Returns the desktop's protocol, on systems with more than one. */
  sessionType(env: Env): SessionType;
}

/** What shows that web views work, its name for people, and what to do without it. */
type WebviewProbe =
  & { readonly name: string; readonly hint: string }
  & ({ readonly library: string } | { readonly command: CommandLine } | { readonly builtIn: true });

/** `native`: the system has only one protocol. `none`: there is no display. */
export type SessionType = "x11" | "wayland" | "native" | "none";

/** Returns one variable; on Windows its name compares without case. An empty variable counts as absent. */
export function variable(system: Pick<System, "name">, env: Env, name: string): string | undefined {
  if (system.name !== "windows") return env[name] || undefined;
  const key = Object.keys(env).find((key) => key.toUpperCase() === name.toUpperCase());
  return key === undefined ? undefined : env[key] || undefined;
}
