import assert from "node:assert/strict";
import { join } from "node:path";
import { harness, walks } from "../../fuzz/walks.ts";
import { goProgram } from "../../support/go/oracle.ts";
import { runCaged } from "../../support/library/cage.ts";
import { removeFolder } from "../../support/remove_folder.ts";

/**
 * Walks that each do one thing and do not wait, and the permission that each needs; null for what
 * Go does itself.
 */
const ACTS: readonly (readonly [name: string, source: string, needs: string | null])[] = [
  ["reading a file", 'os.ReadFile("/etc/hostname")', "read"],
  ["listing a folder", 'os.ReadDir("/")', "read"],
  ["asking for a file that is not there", 'os.Stat("/none")', "read"],
  ["writing a file", 'os.WriteFile("a", nil, 0o600)', "write"],
  ["removing a file", 'os.Remove("/none")', "write"],
  ["starting a program", 'exec.Command("/bin/true").Run()', "programs"],
  ["ending a program", "syscall.Kill(1, 9)", "processes"],
  ["connecting", 'net.Dial("tcp", "127.0.0.1:9")', "network"],
  ["listening", 'net.Listen("tcp", "127.0.0.1:0")', "network"],
  ["ending itself", "os.Exit(1)", null],
  ["looking for the time zone", "_ = time.Now().Local().String()", null],
];

Deno.test("runCaged() tells what each walk really does, also after one that ends the program", async () => {
  const work = await Deno.makeTempDir({ prefix: "kedge-cage-" });
  try {
    for (const folder of ["action", "main"]) await Deno.mkdir(join(work, folder));
    await Deno.writeTextFile(join(work, "go.mod"), "module bundle\n\ngo 1.19\n");
    await Deno.writeTextFile(
      join(work, "action/action.go"),
      `package action\n\nimport ("net"; "os"; "os/exec"; "syscall"; "time")\n\nvar Walks = []func(){${
        ACTS.map(([, source]) => `func() { ${source} },`).join("\n")
      }}\n`,
    );
    await Deno.writeTextFile(join(work, "main/main.go"), harness(20_000));
    const program = join(work, "program");
    const { success, stderr } = await new Deno.Command(await goProgram(), {
      args: ["build", "-o", program, "./main"],
      cwd: work,
      env: { CGO_ENABLED: "0", GOTOOLCHAIN: "local", GOFLAGS: "", GOWORK: "off" },
    }).output();
    assert.ok(success, new TextDecoder().decode(stderr));
    const acts = await runCaged(program, work, ACTS.length);
    for (const [index, [name, , needs]] of ACTS.entries()) {
      const own = acts.filter(({ walk }) => walk === String(index));
      if (needs === null) assert.deepEqual(own, [], name);
      else assert.ok(own.some(({ what }) => what.includes(needs)), `${name}: ${JSON.stringify(own)}`);
    }
  } finally {
    await removeFolder(work);
  }
});

for (const seed of [1, 2, 3, 4]) {
  Deno.test(`random walks over the standard library do nothing that the review does not say, seed ${seed}`, async () => {
    await walks(seed, 250);
  });
}
