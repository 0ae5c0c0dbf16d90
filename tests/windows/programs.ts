import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { exec } from "../support/servers/server.ts";

/**
 * Programs that have a substitute, and their folders on the system drive, where Kedge looks for
 * them.
 */
const PROGRAMS: Readonly<Record<string, string>> = {
  "ssh-keygen": "windows/system32/OpenSSH",
  "ssh-add": "windows/system32/OpenSSH",
  git: "Program Files/Git/cmd",
};

/** Their folders in the form of PATH in Wine, because their installers add them to PATH. */
export const PROGRAM_PATH = Object.values(PROGRAMS).map((folder) => `C:\\${folder.replaceAll("/", "\\")}`)
  .filter((folder, at, all) => all.indexOf(folder) === at).join(";");

/** Variables that these programs read. */
const READ = /^(GIT_|SSH_)|^LC_ALL$/;

/** A request of a substitute to run its program. */
const RUN = z.object({
  program: z.enum(Object.keys(PROGRAMS)),
  args: z.array(z.string()),
  folder: z.string(),
  env: z.record(z.string(), z.string()),
  input: z.base64().nullable(),
});

/** Compiles the substitutes onto the drive, and writes the address of the tests' servers there. */
export async function placePrograms(drive: string, address: string): Promise<void> {
  const source = fileURLToPath(new URL("programs/main.go", import.meta.url));
  for (const [name, folder] of Object.entries(PROGRAMS)) {
    const made = join(drive, folder, `${name}.exe`);
    await Deno.mkdir(join(drive, folder), { recursive: true });
    if (existsSync(made)) await Deno.remove(made);
    await exec(["go", "build", "-trimpath", "-ldflags=-s -w", "-o", made, source], {
      env: { GOOS: "windows", GOARCH: "amd64", CGO_ENABLED: "0", GOTOOLCHAIN: "local", GOFLAGS: "" },
    });
  }
  await Deno.writeTextFile(join(drive, "servers.address"), address);
}

/**
 * Returns a text whose path on the drive is replaced by the path on this computer, with slashes.
 */
export function pathHere(drive: string, text: string): string {
  return text.replace(
    /(?<![A-Za-z])C:[\\/](.*)$/s,
    (_, path: string) => `${drive}/${path.replaceAll("\\", "/")}`,
  );
}

/** Runs a program here, as its substitute on that drive requests. */
export async function runProgram(drive: string, asked: unknown) {
  const { program, args, folder, env, input } = RUN.parse(asked);
  const here = (text: string) => pathHere(drive, text);
  const home = env.HOME ?? env.USERPROFILE;
  const child = new Deno.Command(program, {
    args: args.map(here),
    cwd: here(folder),
    clearEnv: true,
    env: {
      PATH: Deno.env.get("PATH") ?? "/usr/bin",
      ...(home !== undefined && { HOME: here(home) }),
      ...Object.fromEntries(
        Object.entries(env).filter(([name]) => READ.test(name)).map(([name, value]) => [name, here(value)]),
      ),
    },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  // If the program ends without reading its input, its exit status gives the reason.
  await writer.write(Uint8Array.fromBase64(input ?? "")).catch(() => {});
  await writer.close().catch(() => {});
  const { stdout, stderr, code } = await child.output();
  const there = (bytes: Uint8Array) =>
    new TextEncoder().encode(new TextDecoder().decode(bytes).replaceAll(`${drive}/`, "C:/")).toBase64();
  return { output: there(stdout), errors: there(stderr), code };
}

/** Folder of Wine's drives in the chroot, which has no user except root. */
export const WINE_PREFIX = "/root/.wine";

/** Path of the system drive for Wine. */
const WINE_DRIVE = `${WINE_PREFIX}/drive_c`;

/**
 * Sends SIGINT, which Wine turns into Ctrl+C, to each Deno that runs in a folder of Wine; fails if
 * there is none.
 */
export function interruptIn(asked: unknown): Record<never, never> {
  const { folder } = z.object({ folder: z.string().min(4) }).parse(asked);
  const wanted = pathHere(WINE_DRIVE, folder).toLowerCase();
  let found = 0;
  for (const { name } of Deno.readDirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (Deno.readLinkSync(`/proc/${name}/cwd`).toLowerCase() !== wanted) continue;
      if (!Deno.readTextFileSync(`/proc/${name}/cmdline`).includes("deno.exe")) continue;
      Deno.kill(Number(name), "SIGINT");
      found++;
    } catch {
      // The process has ended, or belongs to the kernel.
    }
  }
  if (found === 0) throw new Error(`nothing runs in ${folder}`);
  return {};
}
