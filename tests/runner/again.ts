import type { Outcome, Suite } from "./suite.ts";

/** More failing files than these are no accident of timing. */
const MOST = 3;

/** The files with failed tests in the output of `deno test`. */
export function failedFiles(output: string): string[] {
  // deno-lint-ignore no-control-regex
  const plain = output.replaceAll(/\x1b\[[0-9;]*m/g, "");
  const failures = plain.slice(plain.lastIndexOf("\n FAILURES"));
  if (failures === plain) return [];
  return [...new Set([...failures.matchAll(/=> \.\/(tests\/\S+?\.tsx?):\d+/g)].map(([, file]) => file!))];
}

/**
 * Runs a suite, and a few failing files of it a second time, alone: on a shared machine a real desktop or
 * server is now and then too slow for a test's patience. What fails twice has failed; what passes the second
 * time is named, so that it can be mended.
 */
export async function runTwice(
  suite: Suite,
  write: (text: string) => void,
  run: (suite: Suite, write: (text: string) => void) => Promise<Outcome>,
): Promise<Outcome> {
  let output = "";
  const first = await run(suite, (text) => {
    output += text;
    write(text);
  });
  const files = first.failed > 0 && suite.folder ? failedFiles(output) : [];
  if (files.length === 0 || files.length > MOST) return first;
  const command = suite.command.flatMap((part) => part === suite.folder ? files : [part]);
  const second = await run({ ...suite, name: `${suite.name}, again`, command }, write);
  if (second.failed === 0) write(`Passed only when run again, look at them: ${files.join(", ")}\n`);
  const failed = Math.min(second.failed, first.failed);
  return {
    name: suite.name,
    seconds: first.seconds + second.seconds,
    passed: first.passed + first.failed - failed,
    failed,
  };
}
