import { join } from "node:path";
import { testCache } from "../cache.ts";

/** The last of each release line from the oldest that compiles the SDK; the newest is that of the machine. */
export const RELEASES = ["1.19.13", "1.20.14", "1.21.13", "1.22.12", "1.23.12", "1.24.13", "1.25.7"];

/** The folder of a release such as 1.21.13, fetched from the module proxy when it is not there. */
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
  // Modules keep no modes: of a toolchain its programs have to run.
  for (const folder of ["bin", "pkg/tool/linux_amd64"]) {
    for await (const { name } of Deno.readDir(join(root, folder))) {
      await Deno.chmod(join(root, folder, name), 0o755);
    }
  }
  return root;
}
