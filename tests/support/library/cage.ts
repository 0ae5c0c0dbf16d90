import { join } from "node:path";

/** Something that a caged program did. */
interface Act {
  /** Abilities that allow the act; one of them is enough. */
  readonly what: readonly string[];
  /** The system call in strace's notation. */
  readonly line: string;
  /** The walk that was running. */
  readonly walk: string;
}

/** Paths that any program may read, because Go and its runtime read them by themselves. */
const OF_GO =
  /^(\/walk\/|\/sys\/|\/dev\/(null|urandom|random)|\/proc\/(self|stat|sys)|\/etc\/localtime|.*zoneinfo|\/proc\/\d+\/)/;
const SETTINGS =
  /^(\/etc\/(mime|apache|ssl|pki|resolv|hosts|nsswitch|protocols|services|gai|host\.conf|mdns)|\/proc\/net\/|.*\/mime\/|.*certs|\/usr\/(local\/)?share\/(mime|ca-)|\/system\/etc|\/var\/ssl)/;
const NAMES = /^\/etc\/(passwd|group)/;
const EVERYTHING = ["anything", "programs", "system", "memory"];
const WRITING = /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/;
const CHANGES =
  /^(unlink|rmdir|mkdir|rename|symlink|link|chmod|fchmodat|chown|lchown|fchownat|utime|truncate|mknod|setxattr|mount|chroot)/;
const FILES = /^(open|stat|lstat|newfstatat|statx|access|faccessat|readlink|execve|name_to_handle|statfs)/;

/** Returns the abilities that allow the call in a line of strace; null for a harmless call. */
function effectOf(call: string, text: string, path: string | undefined): readonly string[] | null {
  if (/^execve/.test(call)) return EVERYTHING;
  if (/^(kill|tkill|tgkill)$/.test(call)) return [...EVERYTHING, "processes"];
  if (/^(socket|connect|bind|listen|sendto|sendmsg)$/.test(call)) {
    if (/AF_NETLINK/.test(text)) return [...EVERYTHING, "settings", "network"];
    return call === "socket" || call === "connect" || call === "bind" || call === "listen" ||
        /sa_family/.test(text)
      ? [...EVERYTHING, "network"]
      : null;
  }
  if (path === undefined || OF_GO.test(path)) return null;
  if (CHANGES.test(call) || FILES.test(call) && WRITING.test(text)) return [...EVERYTHING, "write"];
  if (!FILES.test(call)) return null;
  const more = SETTINGS.test(path)
    ? ["settings", "network"]
    : NAMES.test(path)
    ? ["identity", "network"]
    : [];
  return [...EVERYTHING, "read", "write", ...more];
}

/** Returns a command that isolates a program: another user, no network, no privileges, little time and memory. */
function cage(work: string, trace: string, program: string, first: number): string[] {
  const root = Deno.uid() === 0;
  return [
    ...[
      "unshare",
      "--net",
      "--ipc",
      "--pid",
      "--fork",
      "--kill-child",
      ...(root ? [] : ["--user", "--map-root-user"]),
    ],
    ...["timeout", "-s", "KILL", "60", "env", "-i", `HOME=${work}`, `TMPDIR=${work}`, "PATH=/usr/bin:/bin"],
    ...["strace", "-f", "-qq", "-s", "200", "-o", trace, "-e", "signal=none"],
    ...["-e", "trace=%file,%network,kill,tkill,tgkill"],
    ...(root ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs"] : []),
    ...["prlimit", "--fsize=1000000", "--nofile=200", "--core=0", program, String(first)],
  ];
}

/** Runs walks in a cage, one after the other, and skips a walk that ends the program. */
export async function runCaged(program: string, work: string, count: number): Promise<Act[]> {
  const empty = join(work, "empty"), acts: Act[] = [];
  await Deno.mkdir(empty);
  await Deno.chmod(work, 0o755);
  await Deno.chmod(program, 0o755);
  if (Deno.uid() === 0) await Deno.chown(empty, 65534, 65534);
  for (let first = 0; first < count;) {
    const trace = join(work, `trace${first}`);
    const [command, ...args] = cage(empty, trace, program, first);
    const { stderr } = await new Deno.Command(command!, { args, cwd: empty, stdin: "null", stdout: "null" })
      .output();
    const text = await Deno.readTextFile(trace).catch(() => "");
    let walk = "none";
    for (const line of text.split("\n")) {
      const match = /^(\d+) +(\w+)\((.*)/.exec(line);
      if (!match) continue;
      const [, pid, call, rest] = match as unknown as [string, string, string, string];
      const path = /"((?:[^"\\]|\\.)*)"/.exec(rest)?.[1];
      if (path?.startsWith("/walk/")) walk = path.slice("/walk/".length);
      // Calls that start the cage, and the runtime's own signals to its threads.
      if (walk === "none" || /^tgkill$/.test(call) || call === "kill" && rest.startsWith(`${pid},`)) continue;
      const what = effectOf(call, rest, path);
      if (what) acts.push({ what, line, walk });
    }
    if (walk === "none") {
      throw new Error(`the cage did not begin: ${new TextDecoder().decode(stderr).slice(-1000)}`);
    }
    if (walk === "end") break;
    first = Number(walk) + 1;
  }
  return acts;
}
