import { Buffer } from "node:buffer";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeFolder, writeFileAtomic } from "../../core/files/atomic.ts";

/** Returns the file name of the helper program in the systray2 package for a system. */
export function helperName(os: typeof Deno.build.os): string {
  if (os === "windows") return "tray_windows_release.exe";
  return os === "darwin" ? "tray_darwin_release" : "tray_linux_release";
}

/**
 * Writes the helper program to an executable file and returns its path. The package contains it without
 * execute permission and, in a release, inside Kedge's own file. Each start writes it again, so that Kedge
 * runs exactly the shipped program.
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
    // Windows does not replace a running program, such as the helper of an earlier tray or of a Kedge that is
    // ending.
    if (!await holds(target, shipped)) throw error;
  }
  return target;
}

async function holds(path: string, wanted: Uint8Array): Promise<boolean> {
  const found = await Deno.readFile(path).catch(() => null);
  return found !== null && Buffer.compare(found, wanted) === 0;
}
