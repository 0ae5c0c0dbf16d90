import { join } from "node:path";
import { testCache } from "../cache.ts";

/**
 * The last version of each release line, beginning with the oldest that compiles the SDK. The newest release
 * is that of the machine.
 */
export const RELEASES = ["1.19.13", "1.20.14", "1.21.13", "1.22.12", "1.23.12", "1.24.13", "1.25.7"];

/** Returns the folder of a release such as 1.21.13; fetches it from the module proxy if it is missing. */
export async function fetchRelease(go: string, release: string): Promise<string> {
  const cache = testCache("go-releases");
  await Deno.mkdir(cache, { recursive: true });
  await Deno.writeTextFile(join(cache, "go.mod"), "module releases\n\ngo 1.21\n");
  const { stdout, stderr, success } = await new Deno.Command(go, {
    args: ["mod", "download", "-json", `golang.org/toolchain@v0.0.1-go${release}.linux-amd64`],
    cwd: cache,
    env: { GOPATH: join(cache, "path"), GOFLAGS: "-modcacherw", GOTOOLCHAIN: "local", GOWORK: "off" },
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  const root: string = JSON.parse(new TextDecoder().decode(stdout)).Dir;
  // Modules do not keep file modes, but the programs of a toolchain must be executable.
  for (const folder of ["bin", "pkg/tool/linux_amd64"]) {
    for await (const { name } of Deno.readDir(join(root, folder))) {
      await Deno.chmod(join(root, folder, name), 0o755);
    }
  }
  return root;
}
