import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { exec } from "../support/servers/server.ts";

/** The tools of Go that compiling an action and testing an extension need. */
const TOOLS = ["asm", "compile", "link", "vet"];

/** Compiles this machine's Go for Windows into a folder, once per version, in about six minutes. */
export async function fetchGo(folder: string, say: (text: string) => void): Promise<void> {
  const [root = "", version = ""] = (await exec(["go", "env", "GOROOT", "GOVERSION"])).trim().split("\n");
  const made = join(folder, `made-${version}`);
  const tools = join(folder, "pkg", "tool", "windows_amd64");
  const env = { GOOS: "windows", GOARCH: "amd64", CGO_ENABLED: "0", GOTOOLCHAIN: "local" };
  const build = (into: string, ...programs: readonly string[]) =>
    exec(
      ["go", "-C", join(root, "src"), "build", "-trimpath", "-ldflags=-s -w", "-o", `${into}/`, ...programs],
      { env },
    );
  const missing = TOOLS.filter((tool) => !existsSync(join(tools, `${tool}.exe`)));
  if (existsSync(made) && missing.length === 0) return;
  if (existsSync(made)) return void await build(tools, ...missing.map((tool) => `cmd/${tool}`));
  say(`${version} for Windows, some six minutes …`);
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await Deno.mkdir(join(folder, "bin"), { recursive: true });
  await Deno.mkdir(tools, { recursive: true });
  for (const part of ["src", "lib", "VERSION", "go.env", "pkg/include"]) {
    await cp(join(root, part), join(folder, part), { recursive: true });
  }
  await build(join(folder, "bin"), "cmd/go");
  await build(tools, ...TOOLS.map((tool) => `cmd/${tool}`));
  await Deno.writeTextFile(made, "");
}
