import type { Capability } from "../capability.ts";

const FILES = "read write", ANY: readonly Capability[] = ["anything", "memory", "system", "programs"];

/**
 * Functions of the standard library through which everything passes that reaches beyond a program, as the linker
 * calls them, by what it takes to have them: one of these is enough. What Go does by itself, such as looking for the
 * time zone, goes by other ways. Not among them is os.Lstat: entries of a folder ask it, and the standard output is a
 * file that might be one.
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

/** What it takes to have each of the functions: one of these. */
export const GATES: ReadonlyMap<string, readonly Capability[]> = new Map(
  Object.entries(BY_ABILITY).flatMap(([text, names]) => {
    const can = [...new Set([...text.split(" ") as Capability[], ...ANY])];
    return names.trim().split(/\s+/).map((name) => [name, can] as const);
  }),
);
