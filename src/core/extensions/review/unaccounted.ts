import { abilitiesOf, type Capability } from "./capability.ts";
import { sourceLook } from "./findings.ts";
import { besideTemplate, LINKED } from "./library/linked/mod.ts";
import { BY_NAME } from "./library/methods.ts";
import { ownProperty } from "../../own_property.ts";

/** Abilities of a compiled action that its review does not show. */
interface Unaccounted {
  /** Function names as the linker writes them. */
  readonly functions: readonly string[];
  /** Abilities in words that follow "can". */
  readonly abilities: readonly string[];
}

/** The toolchain that linked the program. */
interface LinkedBy {
  readonly system: keyof typeof LINKED;
  /** Release of Go, such as 1.26. */
  readonly release: string;
}

/**
 * Compares the functions in a compiled action with what the review says of its sources. Returns null when the
 * review accounts for all of them, or when there is no table for that release. `linked` are the functions of
 * `LOOKED_FOR` in the program.
 */
export function unaccounted(
  files: ReadonlyMap<string, Uint8Array>,
  entry: string,
  linked: readonly string[],
  { system, release }: LinkedBy,
): Unaccounted | null {
  const { releases, packages } = LINKED[system];
  // Go's own use of packages changes from release to release.
  if (linked.length === 0 || !releases.includes(release)) return null;
  const { can, could, imports } = sourceLook(files, [entry]);
  const expected = (one: Capability) => can.has(one) || could.has(one);
  const imported = new Set<string>();
  // The SDK's HTTP client uses net/http, and encryption may read random numbers through an interface.
  const crypto = [...imports].some((path) => path.startsWith("crypto/"));
  const behind = [...(expected("network") ? ["net/http"] : []), ...(crypto ? ["crypto/rand"] : [])];
  const allPackages = ["kedge", ...imports, ...behind];
  const beside = BY_NAME.templates.some((path) => imports.has(path)) ? allPackages.map(besideTemplate) : [];
  for (const path of [...allPackages, ...beside]) {
    for (const [needs, gates] of Object.entries(ownProperty(packages, path) ?? {})) {
      if (!(needs.split(" ") as Capability[]).every((one) => needs === "" || expected(one))) continue;
      for (const gate of gates.trim().split(/\s+/)) imported.add(gate);
    }
  }
  const functions = linked.filter((gate) => !imported.has(gate) && !GATES.get(gate)!.some(expected));
  if (functions.length === 0) return null;
  return { functions, abilities: abilitiesOf(new Set(functions.map((gate) => GATES.get(gate)![0]!))) };
}

const FILES = "read write", ANY: readonly Capability[] = ["anything", "memory", "system", "programs"];

/**
 * Gate functions: every access beyond a program passes through one of these functions of the standard
 * library. They have the linker's names and are listed by the capabilities that explain them; one of those is
 * enough. What Go does by itself, such as looking for the time zone, uses other functions. os.Lstat is
 * missing because entries of a folder call it, and the standard output is a file that could be one.
 */
const BY_ABILITY: Readonly<Record<string, string>> = {
  [FILES]: "os.OpenFile os.openFileNolog os.(*Root).OpenFile",
  "read": `
    os.Open os.ReadFile os.ReadDir os.Stat os.statNolog os.Readlink os.readlink os.OpenInRoot
    os.OpenRoot os.dirFS.Open os.dirFS.ReadFile os.dirFS.ReadDir os.dirFS.Stat path/filepath.walk path/filepath.Glob
    path/filepath.EvalSymlinks io/ioutil.ReadDir io/ioutil.ReadFile`,
  "write": `
    os.Create os.CreateTemp os.MkdirTemp os.Mkdir os.MkdirAll os.Remove os.RemoveAll os.removeAll os.Rename os.rename
    os.Symlink os.Link os.Chmod os.chmod os.Chown os.Lchown os.Chtimes os.Truncate os.WriteFile os.CopyFS`,
  "environment": `
    os.Getenv os.LookupEnv os.Environ os.Setenv os.Unsetenv os.Clearenv os.ExpandEnv`,
  "identity": `
    os.Hostname os.hostname os.Executable os.UserHomeDir os.UserConfigDir os.UserCacheDir os/user.Current
    os/user.current os/user.Lookup os/user.LookupId os/user.lookupUser os/user.lookupUserId os/user.lookupGroup
    os/user.lookupGroupId`,
  "programs": "os.StartProcess os.startProcess os/exec.(*Cmd).Start os/exec.LookPath",
  "processes": "os.FindProcess os.findProcess os.(*Process).Kill os.(*Process).Signal os.(*Process).signal",
  "network": `
    net.socket net.internetSocket net.unixSocket net.newFileFD net.(*sysDialer).dialSingle net.(*sysDialer).dialSerial
    net.(*sysListener).listenTCP net.(*Dialer).DialContext net.(*ListenConfig).Listen net.(*ListenConfig).ListenPacket
    net.(*Resolver).lookupIPAddr net.(*Resolver).LookupHost net.DialTimeout net.Dial net.Listen`,
  "anything": "plugin.Open plugin.open",
};

/** The capabilities that explain each function; one is enough. */
export const GATES: ReadonlyMap<string, readonly Capability[]> = new Map(
  Object.entries(BY_ABILITY).flatMap(([text, names]) => {
    const can = [...new Set([...text.split(" ") as Capability[], ...ANY])];
    return names.trim().split(/\s+/).map((name) => [name, can] as const);
  }),
);

/** The functions that are searched for in a compiled action. */
export const LOOKED_FOR: readonly string[] = [...GATES.keys()];
