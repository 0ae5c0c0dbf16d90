import { deepEqual, equal, match } from "node:assert/strict";
import { commandProgram } from "../../../src/cli/accounts/exec.ts";
import { linux } from "../../../src/core/platform/linux.ts";
import { windows } from "../../../src/core/platform/windows.ts";
import { kedgeCommand, kedgeCommandAnywhere } from "../../../src/cli/accounts/kedge_command.ts";
import { howToCall, personsCall } from "../../../src/cli/on_path.ts";
import { shellWord } from "../../../src/core/platform/shell_word.ts";
import { clientLine } from "../../../src/core/sql/client_line.ts";
import type { Server } from "../../../src/core/config/config.ts";

const ENV = { Path: "C:\\tools;C:\\npm", PATHEXT: ".COM;.EXE;.CMD" };
const FILES = [
  "C:\\tools\\aws.exe",
  "C:\\npm\\cdk",
  "C:\\npm\\cdk.cmd",
  ".\\own.cmd",
  "D:\\x\\plain",
  "C:\\npm\\both.exe",
];

const CASES: readonly (readonly [command: string, program: string | null])[] = [
  ["aws", "C:\\tools\\aws.exe"],
  ["cdk", "C:\\npm\\cdk.cmd"],
  ["cdk.cmd", "C:\\npm\\cdk.cmd"],
  [".\\own", ".\\own.cmd"],
  ["D:\\x\\plain", "D:\\x\\plain"],
  ["own", null],
  ["D:\\x\\other", null],
  ["C:\\npm\\both", "C:\\npm\\both.exe"],
  ["", null],
];
for (const [command, program] of CASES) {
  Deno.test(`commandProgram() gives ${program} when Windows is asked for "${command}"`, async () => {
    equal(
      await commandProgram(command, windows, ENV, (path) => Promise.resolve(FILES.includes(path))),
      program,
    );
  });
}

Deno.test("commandProgram() leaves the search to other systems", async () => {
  equal(await commandProgram("aws", linux, {}, () => Promise.resolve(false)), "aws");
});

const PATHS = { home: "/srv/own home" };
const HOMES: [name: string, named: string, system: "linux" | "darwin" | "windows", before: string[]][] = [
  ["nothing else, where the home is the usual one", "", "linux", []],
  ["its home by absolute path, however it is named", "./own home", "linux", [
    "/usr/bin/env",
    "KEDGE_HOME=/srv/own home",
  ]],
  ["its home on macOS", "/srv/own home", "darwin", ["/usr/bin/env", "KEDGE_HOME=/srv/own home"]],
  ["nothing else on Windows, which has no such program", "C:\\own", "windows", []],
];
for (const [name, named, system, before] of HOMES) {
  Deno.test(`kedgeCommandAnywhere() takes along ${name}`, () => {
    const args = ["--credentials", "111111111111/Reader"];
    deepEqual(kedgeCommandAnywhere(PATHS, args, system, named), [...before, ...kedgeCommand(...args)]);
  });
}

const words: readonly [word: string, unix: string, windows: string][] = [
  ["hello", "hello", "hello"],
  ["/home/u/my-ext", "/home/u/my-ext", "/home/u/my-ext"],
  ["Bad Name!", "'Bad Name!'", '"Bad Name!"'],
  ["it's", "'it'\\''s'", `"it's"`],
  ["$(reboot)", "'$(reboot)'", '"$(reboot)"'],
  ["~x", "'~x'", "~x"],
  ["", "''", '""'],
];
for (const [word, unix, windows] of words) {
  Deno.test(`shellWord() quotes ${JSON.stringify(word)}`, () => {
    equal(shellWord(word, false), unix);
    equal(shellWord(word, true), windows);
  });
}

Deno.test("howToCall() says nothing where kedge is a command, and else how to make it one", async () => {
  equal(await howToCall(() => Promise.resolve("/usr/bin/kedge")), null);
  match(await howToCall(() => Promise.resolve(null)) ?? "", /not on your PATH.*main\.ts|kedge/);
});

const NPX = "/home/u/.npm/_npx/ffb2/node_modules/deno/deno";
const CALLS: [found: string | null, compiled: boolean, running: string, call: string][] = [
  ["/usr/bin/kedge", false, "/usr/bin/deno", "kedge"],
  [null, true, "/opt/kedge/kedge", "/opt/kedge/kedge"],
  [null, false, "/usr/bin/deno", "deno task kedge"],
  [null, false, NPX, `npx -y deno@${Deno.version.deno} task kedge`],
];
for (const [found, compiled, running, call] of CALLS) {
  Deno.test(`personsCall() is ${call} when ${running} runs and kedge is ${found ?? "not on the PATH"}`, async () =>
    deepEqual(await personsCall({ find: () => Promise.resolve(found), compiled, running }), {
      call,
      inFolder: call.includes(" task "),
    }));
}

const PSQL = "host=db hostaddr=127.0.0.1 port=7", VERIFIED = "sslmode=verify-full sslrootcert=";
const QUOTED = { database: "it's a $(x)" };
const LINES: [what: string, server: Partial<Server>, line: string, windows?: boolean][] = [
  ["no TLS", {}, `psql '${PSQL} dbname=postgres'`],
  ["TLS", { tls: true }, `psql '${PSQL} dbname=postgres sslmode=require'`],
  [
    "TLS that is verified by this computer's authorities",
    { tls: true, tlsVerify: true },
    `psql '${PSQL} dbname=postgres ${VERIFIED}system'`,
  ],
  [
    "TLS that is verified by a file",
    { tls: true, caFile: "/ca.pem" },
    `psql '${PSQL} dbname=postgres ${VERIFIED}/ca.pem'`,
  ],
  ["a name that shells read otherwise", QUOTED, `psql '${PSQL} dbname='\\''it\\'\\''s a $(x)'\\'''`],
  ["such a name on Windows", QUOTED, `psql "${PSQL} dbname='it\\'s a $(x)'"`, true],
  ["MySQL", { engine: "mysql", database: "shop" }, "mariadb --host=127.0.0.1 --port=7 shop"],
  ["MySQL with TLS", { engine: "mysql", tls: true }, "mariadb --host=127.0.0.1 --port=7 --ssl"],
];
for (const [what, over, line, windows = false] of LINES) {
  Deno.test(`clientLine() names ${what}`, () => {
    equal(
      clientLine({ name: "s", engine: "postgres", host: "db", port: 5432, tls: false, ...over }, 7, windows),
      line,
    );
  });
}
