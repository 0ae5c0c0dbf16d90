import { deepEqual, equal } from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseCommandLine } from "../../src/cli/args.ts";
import { ACTIONS, MENU, SCENES } from "../desktop/gallery/documented.ts";
import { documentation, documentedCommands } from "../support/house/commands.ts";
import deno from "../../deno.json" with { type: "json" };
import { coveredFiles, matrixFaults, wineFaults } from "../support/house/verified.ts";
import { parseConfig } from "../../src/core/config/mod.ts";
import { parseJson, toValue } from "../../src/core/json/mod.ts";
import schema from "../../schema/config.schema.json" with { type: "json" };

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const texts = documentation();

/** Returns every match of the pattern's first group, with its page. */
function found(pattern: RegExp): [path: string, text: string][] {
  return [...texts].flatMap(([path, text]) =>
    [...text.matchAll(pattern)].map(([, group]): [string, string] => [path, group!.trim()])
  );
}

/** The pictures, with the paths in their pages. */
const pictures = found(/(?:src(?:set)?="|!\[[^\]]*\]\()((?!https?:)[^")]+\.png)/g);

Deno.test("the documentation links only to what is there", () => {
  const broken = found(/\]\(([^)#\s]+)[^)]*\)/g).filter(([path, link]) =>
    !/^https?:/.test(link) && !existsSync(join(ROOT, dirname(path), link))
  );
  deepEqual(broken, []);
});

Deno.test("the documentation shows each picture that there is, and only those", async () => {
  const shown = pictures.map(([path, picture]) => join(dirname(path), picture).replaceAll("\\", "/"));
  const there: string[] = [];
  for (const folder of ["docs/images", "docs/images/authors"]) {
    for await (const { name, isFile } of Deno.readDir(join(ROOT, folder))) {
      if (isFile) there.push(`${folder}/${name}`);
    }
  }
  deepEqual([...new Set(shown)].toSorted(), there.toSorted());
});

Deno.test("each picture of the documentation is one that the gallery takes", () => {
  const authors = ACTIONS.map(({ name }) => `authors/${name}`);
  const lightAndDark = [...Object.keys(SCENES), ...authors].flatMap((name) => [name, `${name}-dark`]);
  const taken = [MENU, ...lightAndDark].map((name) => `docs/images/${name}.png`);
  const shown = pictures.map(([path, picture]) => join(dirname(path), picture).replaceAll("\\", "/"));
  deepEqual([...new Set(shown)].toSorted(), taken.toSorted());
});

Deno.test("the documentation names only files that there are", () => {
  const files = found(/`((?:src|tests|sdk|build|docs|examples)\/[\w./-]+)`/g);
  equal(files.length > 30, true);
  deepEqual(files.filter(([, file]) => !existsSync(join(ROOT, file))), []);
});

Deno.test("the documentation names only functions of the files that it says they are in", () => {
  const functions = texts.entries().flatMap(([path, text]) =>
    [...text.matchAll(/`(\w+)`\s+in\s+`(src\/[\w./]+\.tsx?)`/g)].map(([, name, file]) =>
      [path, name!, file!] as const
    )
  ).toArray();
  equal(functions.length > 15, true);
  const missing = functions.filter(([, name, file]) =>
    !new RegExp(`^export .*\\b${name}\\b`, "m").test(Deno.readTextFileSync(join(ROOT, file)))
  );
  deepEqual(missing, []);
});

Deno.test("code that the documentation quotes from a file is in that file", () => {
  const blocks = texts.entries().flatMap(([, text]) =>
    [...text.matchAll(/```go file=(\S+)\n([\s\S]*?)```/g)].map(([, file, code]) => [file!, code!] as const)
  ).toArray();
  equal(blocks.length > 5, true);
  for (const [file, code] of blocks) equal(code, Deno.readTextFileSync(join(ROOT, file)), file);
});

Deno.test("README shows every room of the house", async () => {
  const readme = texts.get("README.md")!;
  for (const house of ["src", "src/core", "tests"]) {
    const rooms = await Array.fromAsync(Deno.readDir(join(ROOT, house)));
    const missing = rooms.filter(({ name, isDirectory }) => isDirectory && !readme.includes(`${name}/`));
    deepEqual(missing.map(({ name }) => name), [], house);
  }
});

Deno.test("the documentation names only tasks that there are", () => {
  const tasks = found(/\bdeno(?:@[\d.]+)? task ([a-z]+)/g);
  equal(tasks.length > 5, true);
  deepEqual(tasks.filter(([, task]) => !(task in deno.tasks)), []);
});

Deno.test("the documentation writes every kedge command as the command line takes it", () => {
  const commands = documentedCommands();
  equal(commands.length > 10, true);
  const wrong = commands.filter(([, command]) => {
    const plain = command.replace(/ [<>] \S+$/, "");
    // Quoted text is one word, as in a shell.
    const words = [...plain.match(/'[^']*'|\S+/g) ?? []].filter((word) => !word.startsWith("["));
    const parsed = parseCommandLine(words);
    return "error" in parsed && !/needs a value/.test(parsed.error);
  });
  deepEqual(wrong, []);
});

Deno.test("the pictures of the documentation are PNG files of a readable size", () => {
  for (const [path, picture] of pictures) {
    const image = join(ROOT, dirname(path), picture);
    const bytes = Deno.readFileSync(image);
    deepEqual([...bytes.subarray(1, 4)], [80, 78, 71], image);
    equal(new DataView(bytes.buffer).getUint32(16) >= 400, true, image);
  }
});

Deno.test("every test file with real parts belongs to a row of what was verified, and every row has tests", () => {
  deepEqual(coveredFiles().length > 100, true);
  deepEqual(matrixFaults(), []);
});

Deno.test("a row says Wine when deno task windows runs one of its tests, and only then", () => {
  deepEqual(wineFaults(), []);
});

const TEXT = Deno.readTextFileSync(join(ROOT, "docs/security.md"));

/** The sections about attackers; a test must prove each of their claims. */
const CLAIMS = TEXT.slice(TEXT.indexOf("\n## Another user")).split("\n- ").slice(1)
  .map((claim) =>
    claim.split("\n## ")[0]!.split("\n  - ").map((line) => line.replaceAll(/\s+/g, " ").trim())
  );

/** A test named by a claim: its file, and the beginning of its name. */
const NAMED = /^`(tests\/[a-z0-9_/]+_test\.tsx?)`: (.+)$/;

Deno.test("docs/security.md names a test for each of its claims", () => {
  equal(CLAIMS.length > 8, true);
  deepEqual(
    CLAIMS.filter(([, ...tests]) => tests.length === 0 || !tests.every((test) => NAMED.test(test))),
    [],
  );
});

Deno.test("docs/security.md names only tests that there are", () => {
  const missing = CLAIMS.flatMap(([, ...tests]) => tests).filter((test) => {
    const [, path = "", name = ""] = NAMED.exec(test) ?? [];
    const source = Deno.readTextFileSync(join(ROOT, path)).replaceAll(/\s+/g, " ");
    // Names of tests are compared by their beginning, because they may be longer or come from a
    // table.
    return !['"', "'", "`"].some((quote) =>
      new RegExp(`(\\w*[tT]est|step|testOn)\\((?: ?(?:\\[[^\\]]*\\]|\\w+),)? ?${quote}`).test(source) &&
      source.includes(quote + name)
    );
  });
  deepEqual(missing, []);
});

const text = await Deno.readTextFile(new URL("../../examples/config.json", import.meta.url));

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly $ref?: string;
}

/** Returns the paths of all fields of a schema, with `[]` for the items of a list. */
function fields(part: Schema, path = ""): string[] {
  const own = Object.entries(part.properties ?? {}).filter(([name]) => name !== "$schema");
  return [
    ...own.flatMap(([name, inner]) => [`${path}.${name}`, ...fields(inner, `${path}.${name}`)]),
    ...(part.items ? fields(part.items, `${path}[]`) : []),
  ];
}

/** Returns the paths of all fields of a value. */
function used(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => used(item, `${path}[]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap((
    [name, inner],
  ) => [`${path}.${name}`, ...used(inner, `${path}.${name}`)]);
}

Deno.test("examples/config.json has no problems", () => {
  deepEqual(parseConfig(text).diagnostics, []);
});

Deno.test("examples/config.json uses every field there is", () => {
  const there = new Set(used(toValue(parseJson(text).root!)));
  deepEqual(fields(schema as Schema).filter((path) => !there.has(path)), []);
});
