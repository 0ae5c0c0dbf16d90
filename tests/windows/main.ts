/**
 * `deno task windows`: the unit tests and those of `tests/windows` on Windows. On Debian as root it prepares one by itself (Wine,
 * and the official Deno for Windows); on a real Windows it runs them as they are. Ends with `N passed, N failed`.
 */
import { denoCount } from "../runner/count.ts";
import { prepareWindows } from "./prepare.ts";

const SUITES: readonly (readonly string[])[] = [
  ["test", "-A", "--no-check", "tests/windows"],
  ["test", "-A", "--no-check", "--parallel", "tests/unit"],
];

/** Deno itself ends so at times when many hidden programs start at once under Wine: the suite is run once more. */
const KNOWN_PANIC = /panicked at .*named_pipe\.rs/;

const say = (text: string) => console.log(text);

async function main(): Promise<number> {
  const real = Deno.build.os === "windows";
  const windows = real ? null : await prepareWindows(say);
  let passed = 0, failed = 0;
  for (const args of SUITES) {
    say(`▶ deno ${args.join(" ")}`);
    const command = windows?.command(args) ?? [Deno.execPath(), ...args];
    let { output, success } = await run(command);
    if (KNOWN_PANIC.test(output)) {
      say("Deno's own panic in named_pipe.rs: once more");
      ({ output, success } = await run(command));
    }
    const count = denoCount(output, success);
    passed += count.passed;
    failed += count.failed;
    say(output.slice(success ? -300 : Math.max(0, output.lastIndexOf(" ERRORS "))));
  }
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

async function run(command: readonly string[]): Promise<{ output: string; success: boolean }> {
  const child = new Deno.Command(command[0]!, { args: command.slice(1), stdin: "null" });
  const { stdout, stderr, success } = await child.output();
  const texts = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { output: texts.join("\n").replaceAll("\r\n", "\n"), success };
}

Deno.exit(await main());
