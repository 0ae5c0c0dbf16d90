import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testOn } from "../../../support/systems.ts";
import {
  isTranslocated,
  runningProgram,
  runningProgramState,
  withoutConsole,
} from "../../../../src/core/platform/running_program.ts";

const MODULE = new URL("../../../../src/core/platform/running_program.ts", import.meta.url).href;
const SOURCES = fileURLToPath(new URL("../../../../src", import.meta.url));

type Row = readonly [path: string, there: readonly string[], program: string, file: string];
const LINUX: readonly Row[] = [
  ["/usr/bin/kedge", ["/usr/bin/kedge"], "/usr/bin/kedge", "same"],
  ["/usr/bin/kedge (deleted)", ["/usr/bin/kedge"], "/usr/bin/kedge", "replaced"],
  ["/usr/bin/kedge (deleted)", [], "/usr/bin/kedge", "removed"],
  ["/opt/a (deleted)", ["/opt/a (deleted)", "/opt/a"], "/opt/a (deleted)", "same"],
];
/** Only Linux adds " (deleted)" to the path. */
const rows = Deno.build.os === "linux"
  ? LINUX
  : LINUX.map(([path, there]): Row => [path, there, path, "same"]);
for (const [path, there, program, file] of rows) {
  Deno.test(`runningProgram() is ${program} and ${file} when the system says ${path} and there is ${there}`, () => {
    const exists = (path: string) => there.includes(path);
    assert.deepEqual([runningProgram(path, exists), runningProgramState(path, exists)], [program, file]);
  });
}

const BUNDLE = "Kedge.app/Contents/MacOS/kedge";
const PLACES: readonly [path: string, translocated: boolean][] = [
  [`/private/var/folders/x1/y2/T/AppTranslocation/1B2C-3D/d/${BUNDLE}`, true],
  [`/Applications/${BUNDLE}`, false],
  [`/Users/ada/Downloads/${BUNDLE}`, false],
  [`/Users/ada/AppTranslocations/${BUNDLE}`, false],
];
for (const [path, translocated] of PLACES) {
  Deno.test(`isTranslocated() is ${translocated} when the system says ${path}`, () => {
    assert.equal(isTranslocated(path), translocated);
    assert.equal(runningProgramState(path, () => true), translocated ? "translocated" : "same");
  });
}

// Windows does not allow removing a running program.
testOn(
  ["shell"],
  "runningProgram() stays the path it was started from when that file is removed, and replaced",
  async () => {
    const folder = await Deno.makeTempDir();
    try {
      const program = join(await Deno.realPath(folder), "program"), next = `${program}-next`;
      for (const path of [program, next]) {
        await Deno.link(Deno.execPath(), path).catch(() => Deno.copyFile(Deno.execPath(), path));
      }
      const script = `import { runningProgram, runningProgramState, sameProgram } from ${
        JSON.stringify(MODULE)
      };
      const starts = () => new Deno.Command(sameProgram(), { args: ["--version"] }).outputSync().success;
      const say = () => console.log(JSON.stringify([runningProgram(), runningProgramState(), starts()]));
      say();
      Deno.removeSync(${JSON.stringify(program)}); say();
      Deno.renameSync(${JSON.stringify(next)}, ${JSON.stringify(program)}); say();`;
      const args = ["eval", "--no-check", "--no-config", script];
      const { stdout, stderr } = await new Deno.Command(program, { args }).output();
      const said = new TextDecoder().decode(stdout).trim().split("\n").filter(Boolean);
      const states = Deno.build.os === "linux" ? ["same", "removed", "replaced"] : ["same", "same", "same"];
      assert.deepEqual(
        said.map((line) => JSON.parse(line)),
        states.map((state) => [program, state, true]),
        new TextDecoder().decode(stderr),
      );
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);

Deno.test("the path of the running program is read in one place, besides by a start from source", async () => {
  const reading: string[] = [];
  const look = async (folder: string) => {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      const path = join(folder, name);
      if (isDirectory) await look(path);
      else if (/\.tsx?$/.test(name) && /\bexecPath\b/.test(await Deno.readTextFile(path))) {
        reading.push(path.slice(SOURCES.length + 1).replaceAll("\\", "/"));
      }
    }
  };
  await look(SOURCES);
  assert.deepEqual(reading.sort(), [
    "core/platform/running_program.ts",
    "core/platform/runtime_variables.ts",
    "pages/bundle.ts",
  ]);
});

Deno.test("withoutConsole() takes the Kedge that opens no terminal", () => {
  assert.equal(withoutConsole("C:\\Kedge\\kedge.com"), "C:\\Kedge\\kedge.exe");
  assert.equal(withoutConsole("/opt/example.com/kedge"), "/opt/example.com/kedge");
});
