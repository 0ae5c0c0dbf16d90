import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeFolder, writeFileAtomic } from "../../core/files/atomic.ts";

/** The helper program's file in the systray2 package, by system. */
export function helperName(os: typeof Deno.build.os): string {
  if (os === "windows") return "tray_windows_release.exe";
  return os === "darwin" ? "tray_darwin_release" : "tray_linux_release";
}

/**
 * Puts the helper program where it can be executed and returns its path. The package keeps it without
 * the permission to execute and, in a release, inside Kedge's own file. Written anew on each start, so
 * that what runs is what was shipped.
 */
export async function extractHelper(
  cache: string,
  write: typeof writeFileAtomic = writeFileAtomic,
): Promise<string> {
  const name = helperName(Deno.build.os);
  const source = new URL(`./traybin/${name}`, import.meta.resolve("systray2"));
  const folder = join(cache, "tray");
  await makeFolder(folder);
  const target = join(folder, name);
  const shipped = await Deno.readFile(fileURLToPath(source));
  try {
    await write(target, shipped, 0o700);
  } catch (error) {
    // Windows replaces no program that runs, as that of the tray before or of a Kedge that is just ending does.
    if (!await holds(target, shipped)) throw error;
  }
  return target;
}

async function holds(path: string, wanted: Uint8Array): Promise<boolean> {
  const found = await Deno.readFile(path).catch(() => null);
  return found !== null && found.length === wanted.length && found.every((byte, at) => byte === wanted[at]);
}
