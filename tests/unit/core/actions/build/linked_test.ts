/**
 * Finds which of some functions a compiled program has, by the table in which Go keeps their names.
 */
import { deepEqual } from "node:assert/strict";
import { linkedAmong } from "../../../../../src/core/actions/build/linked.ts";

/**
 * Returns a table of functions with these names, in the form in which Go writes it into a program.
 */
function table(...names: readonly string[]): string {
  const text = `\0${names.join("\0")}\0`, begin = 48;
  const number = (value: number) => {
    const bytes = new DataView(new ArrayBuffer(8));
    bytes.setBigUint64(0, BigInt(value), true);
    return String.fromCharCode(...new Uint8Array(bytes.buffer));
  };
  const header = [names.length, 0, 0, begin, begin + text.length].map(number).join("");
  return `\xf1\xff\xff\xff\0\0\x01\x08${header}${text}`;
}

const OWN = table("main.main", "os.Chmod");
const LOOKED_FOR = ["os.Chmod", "os/exec.Command"];

const CASES: readonly (readonly [what: string, program: string, found: readonly string[]])[] = [
  ["of its table", `code${OWN}\0os/exec.Command\0`, ["os.Chmod"]],
  ["of all bytes when it has no table", "code\0os/exec.Command\0", ["os/exec.Command"]],
  ["that embedded data does not name, when that looks like the table", `${table("main.main")}${OWN}`, [
    "os.Chmod",
  ]],
  ["of its table when data like one is no program's", `${table("other")}${OWN}`, ["os.Chmod"]],
];
for (const [what, program, found] of CASES) {
  Deno.test(`linkedAmong() gives the functions ${what}`, () => {
    deepEqual(linkedAmong(Uint8Array.from(program, (char) => char.charCodeAt(0)), LOOKED_FOR), found);
  });
}
