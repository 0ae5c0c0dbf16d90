import { hasControl } from "../text/controls.ts";
import { below, folderOf } from "../platform/path.ts";

/** Whether a home may be used. `notice` says that it was open to others, and what to do about that. */
type HomeCheck =
  | { readonly ok: true; readonly notice?: string }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** Others may look in, others may write, only the owner of an entry may remove it. */
const OTHERS = 0o077, OTHERS_WRITE = 0o022, ANYBODY_WRITES = 0o002, STICKY = 0o1000;

/** What a home holds, with the schema that editors read and their backups: a folder with other things is not Kedge's to close. */
const KNOWN =
  /^(config\.(schema\.)?json~?|state\.json|extensions|cache|logs|queries|catalogs|instance\..*|\..*)$/;

/**
 * Looks at a home before it is used, and closes it to others: what lies there is run as its user. One that is not the user's
 * own, or that others can exchange or write to, is refused. A missing one is fine. Windows has no such permissions.
 */
export async function secureHome(home: string, user = Deno.uid()): Promise<HomeCheck> {
  // The path is written into commands and files of other programs, line by line.
  if (hasControl(home)) {
    return refuse(`KEDGE_HOME has a control character in it: ${JSON.stringify(home)}`, ELSEWHERE);
  }
  const found = look(home);
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
  const foreign = (await namesIn(home)).find((name) => !KNOWN.test(name));
  if ((mode & STICKY) !== 0 || foreign !== undefined) {
    if ((mode & OTHERS_WRITE) === 0) return { ok: true };
    return refuse(`others may write to ${home}, which holds more than Kedge's own files`, ELSEWHERE);
  }
  await Deno.chmod(home, 0o700).catch(() => {});
  const now = (await Deno.stat(home)).mode ?? 0;
  // A disk without permissions takes no mode.
  if ((now & OTHERS_WRITE) !== 0) {
    return refuse(`others may write to ${home}, and the disk does not let it be closed`, ELSEWHERE);
  }
  if ((mode & OTHERS_WRITE) === 0) return { ok: true };
  // Compiled actions run without another check, and others could have replaced them: delete them, they are compiled anew.
  await Deno.remove(below(home, "cache"), { recursive: true }).catch(() => {});
  return {
    ok: true,
    notice:
      `${home} was open to other users of this machine, and is closed now. If they are not to be trusted, look at ` +
      "what is installed: kedge --list",
  };
}

/** The folder above the home in which any user could replace it; null when there is none. */
function exchangeable(home: string): string | null {
  for (let at of new Set([home, Deno.realPathSync(home)])) {
    while (folderOf(at) !== at) {
      at = folderOf(at);
      const mode = look(at)?.mode ?? 0;
      if ((mode & ANYBODY_WRITES) !== 0 && (mode & STICKY) === 0) return at;
    }
  }
  return null;
}

/**
 * The file at a path, links followed; null when that is unknown. Synchronous, because every short command waits for
 * it.
 */
function look(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(path);
  } catch {
    return null;
  }
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
