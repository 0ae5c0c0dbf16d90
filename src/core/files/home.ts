import { hasControl } from "../text/controls.ts";
import { kedgePaths } from "../paths.ts";
import { below, folderOf } from "../platform/path.ts";
import { statOrNull } from "./there.ts";

/** Whether a home may be used. `notice` tells that others had access to it, and what to do about that. */
type HomeCheck =
  | { readonly ok: true; readonly notice?: string }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/**
 * Permission bits: any access of others, write access of others, write access of everybody, and sticky (only
 * an entry's owner may remove it).
 */
const OTHERS = 0o077, OTHERS_WRITE = 0o022, ANYBODY_WRITES = 0o002, STICKY = 0o1000;

/** Names in a home beside its paths: the schema for editors, editors' backups, and the instance's files. */
const BESIDE = /^(config\.(schema\.)?json~?|instance\..*|\..*)$/;

/**
 * Checks a home before it is used and removes the access of others, because its files are executed as its
 * user. Refuses a home of another user, and one that others can replace or write to. Accepts a missing home.
 * Windows has no such permissions.
 */
export async function secureHome(home: string, user = Deno.uid()): Promise<HomeCheck> {
  // The path is written into commands and files of other programs, line by line.
  if (hasControl(home)) {
    return refuse(`KEDGE_HOME has a control character in it: ${JSON.stringify(home)}`, ELSEWHERE);
  }
  const found = statOrNull(home);
  if (!found) return { ok: true };
  if (!found.isDirectory) return refuse(`${home} is no folder`, ELSEWHERE);
  if (user === null) return { ok: true };
  if (found.uid !== user) {
    return refuse(`${home} belongs to another user: what lies there would run as you`, ELSEWHERE);
  }
  const loose = exchangeable(home);
  if (loose !== null) {
    return refuse(
      `everybody may write to ${loose}, and so exchange ${home}`,
      `Close it: chmod o-w ${loose}`,
    );
  }
  const mode = found.mode ?? 0;
  return (mode & OTHERS) === 0 ? { ok: true } : await close(home, mode);
}

const ELSEWHERE = "Set KEDGE_HOME to a folder of your own.";

async function close(home: string, mode: number): Promise<HomeCheck> {
  const own = new Set(Object.values(kedgePaths(home)));
  // A folder with other content does not belong to Kedge, so its permissions are not changed.
  const foreign = (await namesIn(home)).find((name) => !own.has(below(home, name)) && !BESIDE.test(name));
  if ((mode & STICKY) !== 0 || foreign !== undefined) {
    if ((mode & OTHERS_WRITE) === 0) return { ok: true };
    return refuse(`others may write to ${home}, which holds more than Kedge's own files`, ELSEWHERE);
  }
  await Deno.chmod(home, 0o700).catch(() => {});
  const now = (await Deno.stat(home)).mode ?? 0;
  // A disk without permissions ignores the mode.
  if ((now & OTHERS_WRITE) !== 0) {
    return refuse(`others may write to ${home}, and the disk does not let it be closed`, ELSEWHERE);
  }
  if ((mode & OTHERS_WRITE) === 0) return { ok: true };
  // Others could have replaced compiled actions, which run without another check; deleted ones are compiled
  // again.
  await Deno.remove(below(home, "cache"), { recursive: true }).catch(() => {});
  return {
    ok: true,
    notice:
      `${home} was open to other users of this machine, and is closed now. If they are not to be trusted, look at ` +
      "what is installed: kedge --list",
  };
}

/** Returns the folder above the home in which any user could replace the home; null when there is none. */
function exchangeable(home: string): string | null {
  for (let at of new Set([home, Deno.realPathSync(home)])) {
    while (folderOf(at) !== at) {
      at = folderOf(at);
      const mode = statOrNull(at)?.mode ?? 0;
      if ((mode & ANYBODY_WRITES) !== 0 && (mode & STICKY) === 0) return at;
    }
  }
  return null;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
  } catch {
    return [];
  }
}

function refuse(message: string, hint: string): HomeCheck {
  return { ok: false, message, hint };
}
