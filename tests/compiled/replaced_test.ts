import assert from "node:assert/strict";
import { join } from "node:path";
import { plainEnvironment } from "../support/program/kedge.ts";
import { COMPILED } from "../support/program/program.ts";

/**
 * A script that starts a program and deletes its file before its first line runs, as an upgrade
 * does to a running program.
 */
const GONE = 'exec 9<"$1"; rm "$1"; shift; exec /proc/self/fd/9 "$@"';

Deno.test("the compiled program runs on without its file, and still gives its path to programs that start it", async () => {
  assert.equal(typeof COMPILED, "string", "KEDGE_PROGRAM names the compiled program");
  const home = await Deno.makeTempDir();
  try {
    const program = join(await Deno.realPath(home), "kedge");
    await Deno.link(COMPILED!, program).catch(() => Deno.copyFile(COMPILED!, program));
    const { stdout, stderr } = await new Deno.Command("/bin/sh", {
      args: ["-c", GONE, "sh", program, "--mcp", "--setup", "claude"],
      env: { ...await plainEnvironment({ KEDGE_HOME: join(home, ".kedge") }), HOME: home },
      clearEnv: true,
      stdin: "null",
    }).output();
    const said = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
    assert.equal(/"command": "(.*)"/.exec(said)?.[1], program, said);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});
