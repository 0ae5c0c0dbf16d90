/** How programs end on Windows; run only by `deno task windows`. */
import { equal } from "node:assert/strict";
import { killTree } from "../../src/core/platform/mod.ts";
import { waitFor } from "../desktop/harness/wait.ts";
import { installActions, makeHome, runJson } from "../support/program/actions.ts";

/** Returns whether a process exists. */
function isThere(pid: number): boolean {
  try {
    return globalThis.process.kill(pid, 0);
  } catch {
    return false;
  }
}

const PING = `const child = new Deno.Command("C:\\\\windows\\\\system32\\\\ping.exe", {
  args: ["-n", "600", "127.0.0.1"], stdin: "null", stdout: "null", stderr: "null" }).spawn();
console.log(child.pid);
await child.status;`;

Deno.test("killTree() ends a program with what it has started", async () => {
  const program = new Deno.Command(Deno.execPath(), { args: ["eval", PING], stdout: "piped" }).spawn();
  const reader = program.stdout.getReader();
  const ping = parseInt(new TextDecoder().decode((await reader.read()).value));
  equal(isThere(ping), true);
  await killTree(program.pid);
  await program.status;
  await waitFor("its child to be gone", () => !isThere(ping));
  await reader.cancel();
});

const SLEEPS = `package action

import (
	"os/exec"
	"time"

	"kedge"
)

func Run(k *kedge.Ctx) error {
	ping := exec.Command("C:\\\\windows\\\\system32\\\\ping.exe", "-n", "600", "127.0.0.1")
	if err := ping.Start(); err != nil {
		return err
	}
	k.Logf("%d", ping.Process.Pid)
	time.Sleep(10 * time.Minute)
	return nil
}
`;

Deno.test("an action that takes longer than it may ends, with what it has started", async () => {
  const paths = await makeHome();
  try {
    await installActions(paths, "slow", [{ id: "sleeps", source: SLEEPS }]);
    const { document } = await runJson(paths, "slow/sleeps");
    equal(document.status, "timeout");
    const ping = Number(document.log.find(({ stream }) => stream === "log")?.text);
    equal(ping > 0, true);
    await waitFor("its child to be gone", () => !isThere(ping));
  } finally {
    await paths.remove();
  }
});
