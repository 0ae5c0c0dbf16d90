import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { exec } from "../support/servers/server.ts";

/** The programs that a stand-in lies for, and their folders on the drive of the system, where Kedge looks for them. */
const PROGRAMS: Readonly<Record<string, string>> = {
  "ssh-keygen": "windows/system32/OpenSSH",
  "ssh-add": "windows/system32/OpenSSH",
  git: "Program Files/Git/cmd",
};

/** Where the installer of each of them has its folder on PATH as well; a list as Wine takes it. */
export const PROGRAM_PATH = Object.values(PROGRAMS).map((folder) => `C:\\${folder.replaceAll("/", "\\")}`)
  .filter((folder, at, all) => all.indexOf(folder) === at).join(";");

/** The variables that these programs read. */
const READ = /^(GIT_|SSH_)|^LC_ALL$/;

/** A run of one of the programs, as its stand-in asks for it. */
const RUN = z.object({
  program: z.enum(Object.keys(PROGRAMS)),
  args: z.array(z.string()),
  folder: z.string(),
  env: z.record(z.string(), z.string()),
  input: z.base64().nullable(),
});

/** Puts the stand-ins on the drive, compiled, and tells them where the servers of the tests listen. */
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

/** A text with a path of the drive as this computer has that path; with its slashes, whatever follows. */
export function pathHere(drive: string, text: string): string {
  return text.replace(
    /(?<![A-Za-z])C:[\\/](.*)$/s,
    (_, path: string) => `${drive}/${path.replaceAll("\\", "/")}`,
  );
}

/** Runs one of the programs here, as its stand-in on that drive asks for it. */
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
  // One that ends without reading says why by its status.
  await writer.write(Uint8Array.fromBase64(input ?? "")).catch(() => {});
  await writer.close().catch(() => {});
  const { stdout, stderr, code } = await child.output();
  const there = (bytes: Uint8Array) =>
    new TextEncoder().encode(new TextDecoder().decode(bytes).replaceAll(`${drive}/`, "C:/")).toBase64();
  return { output: there(stdout), errors: there(stderr), code };
}

/** Where Wine keeps its drives in the chroot, which has no user but root. */
export const WINE_PREFIX = "/root/.wine";

/** Wine's own path of the drive of the system. */
const WINE_DRIVE = `${WINE_PREFIX}/drive_c`;

/** Sends SIGINT, which Wine hands on as Ctrl+C, to each Deno that runs in a folder of Wine's; fails where none does. */
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
      // It has ended meanwhile, or it is the kernel's.
    }
  }
  if (found === 0) throw new Error(`nothing runs in ${folder}`);
  return {};
}
