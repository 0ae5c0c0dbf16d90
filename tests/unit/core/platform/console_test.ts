import { deepEqual, equal } from "node:assert/strict";
import { startInConsole } from "../../../../src/core/platform/terminals/console.ts";

const KEDGE = "C:\\Program Files\\kedge.com";

/**
 * Starts a program over a fake kernel whose calls return `done`. Returns what the kernel was given.
 */
function start(done: number, cwd?: string) {
  const bytes = (given: unknown) => given as Uint8Array<ArrayBuffer>;
  const text = (given: unknown) => given && new TextDecoder("utf-16le").decode(bytes(given));
  let told: unknown;
  const closed: bigint[] = [];
  const started = startInConsole([KEDGE, "--exec", "1/A B"], { env: { A: "1", B: "" }, ...cwd && { cwd } }, {
    CreateProcessW(program, line, _process, _thread, inherits, flags, env, cwd, startup, handles) {
      const fields = [...new Uint32Array(bytes(startup).buffer)];
      told = [text(program), text(line), inherits, flags, text(env), text(cwd), fields.length, fields[0]];
      equal(fields.slice(1).some((field) => field !== 0), false);
      new BigUint64Array(bytes(handles).buffer).set([5n, 6n, 7n]);
      return done;
    },
    CloseHandle: (handle) => closed.push(BigInt(handle)),
  });
  return { started, told, closed };
}

Deno.test("startInConsole() hands a program its words, its variables and no streams", () => {
  const line = `"${KEDGE}" --exec "1/A B"\0`;
  deepEqual(start(1, "C:\\u"), {
    started: true,
    told: [`${KEDGE}\0`, line, 0, 0x410, "A=1\0B=\0\0", "C:\\u\0", 26, 104],
    closed: [5n, 6n],
  });
  deepEqual(start(1).told, [`${KEDGE}\0`, line, 0, 0x410, "A=1\0B=\0\0", null, 26, 104]);
});

Deno.test("startInConsole() tells when Windows starts nothing", () => {
  const { started, closed } = start(0);
  deepEqual([started, closed], [false, []]);
});
