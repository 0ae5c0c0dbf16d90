/**
 * `deno task desktops [NAME…]`: runs the tests of `tests/desktops` on real desktops of Debian 13.
 * It prepares these as root, and first says what that takes. Pictures are kept in a folder that it
 * prints. Ends with `N passed, N failed`.
 */
import { denoCount } from "../runner/count.ts";
import { prepareDesktops } from "./prepare.ts";

const say = (text: string) => console.log(text);

async function main(names: readonly string[]): Promise<number> {
  const all = (await Array.fromAsync(Deno.readDir(new URL(".", import.meta.url))))
    .flatMap(({ name }) => /^(.+)_test\.ts$/.exec(name)?.[1] ?? []).sort();
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    say(`There is no ${unknown.join(", ")}: ${all.join(", ")}`);
    return 2;
  }
  const desktops = await prepareDesktops(say);
  let passed = 0, failed = 0;
  for (const name of names.length > 0 ? names : all) {
    say(`▶ ${name}`);
    if (name === "package") await desktops.compiled();
    const command = desktops.command(["test", "-A", "--no-check", `tests/desktops/${name}_test.ts`]);
    const { stdout, stderr, success } = await new Deno.Command(command[0]!, {
      args: command.slice(1),
      stdin: "null",
    }).output();
    const output = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("\n");
    const count = denoCount(output, success);
    passed += count.passed;
    failed += count.failed;
    say(output.slice(success ? -4000 : -20_000));
  }
  const { missing, left } = await desktops.removed();
  const whole = missing.length === 0 && left.length === 0;
  say(
    whole
      ? "The package had its icon and its entry, and is removed without a trace."
      : `The package lacked ${missing.join(", ") || "nothing"} and left ${left.join(", ") || "nothing"}`,
  );
  if (whole) passed++;
  else failed++;
  say(`Pictures: ${desktops.pictures}`);
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

Deno.exit(await main(Deno.args));
