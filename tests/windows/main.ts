/**
 * `deno task windows [PATH…]`: runs the tests of `tests/windows` and the suites below on Windows,
 * or only the given paths. On Debian as root it prepares a Windows (Wine, and the official Deno for
 * Windows); on a real Windows it runs all tests that need no server of Linux. Ends with `N passed,
 * N failed`.
 */
import { denoCount } from "../runner/count.ts";
import { DENO_PANIC } from "../support/program/panic.ts";
import { ELSEWHERE } from "../support/systems.ts";
import { endHung } from "./hung.ts";
import { prepareWindows } from "./prepare.ts";
import { placePrograms } from "./programs.ts";
import { serveServers } from "./servers.ts";
import { type Suite, SUITES } from "./suites.ts";

/** Maximum repetitions of tests in which Deno itself crashed. */
const TRIES = 5;

const say = (text: string) => console.log(text);

async function main(paths: readonly string[]): Promise<number> {
  const real = Deno.build.os === "windows";
  const windows = real ? null : await prepareWindows(say);
  const servers = windows && serveServers(windows.drive);
  const suites: readonly Suite[] = paths.length > 0 ? paths.map((path) => ({ paths: [path] })) : SUITES;
  let passed = 0, failed = 0;
  try {
    if (windows) await placePrograms(windows.drive, servers!.address);
    for (const suite of suites.filter(({ servers }) => !real || !servers)) {
      const args = ["test", "-A", "--no-check", ...suite.parallel ? ["--parallel"] : [], ...suite.paths];
      say(`▶ deno ${args.join(" ")}`);
      const command = windows?.command(args, { [ELSEWHERE]: servers!.address }) ?? [Deno.execPath(), ...args];
      let { output, success } = await run(command);
      for (let left = TRIES; left > 0 && DENO_PANIC.test(output) && !success; left--) {
        say("Deno's own panic in named_pipe.rs: once more");
        ({ output, success } = await run(command));
      }
      const count = denoCount(output, success);
      passed += count.passed;
      failed += count.failed;
      say(output.slice(success ? -300 : Math.max(0, output.indexOf(" ERRORS "))));
    }
  } finally {
    await servers?.close();
  }
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

async function run(command: readonly string[]): Promise<{ output: string; success: boolean }> {
  const child = new Deno.Command(command[0]!, {
    args: command.slice(1),
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const ended = new AbortController();
  const watching = Deno.build.os === "windows" ? null : endHung(child.pid, say, ended.signal);
  const { stdout, stderr, success } = await child.output();
  ended.abort();
  await watching;
  const texts = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { output: texts.join("\n").replaceAll("\r\n", "\n"), success };
}

Deno.exit(await main(Deno.args));
