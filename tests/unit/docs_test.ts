import { deepEqual, equal } from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseCommandLine } from "../../src/cli/args.ts";
import deno from "../../deno.json" with { type: "json" };

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PAGES = ["README.md", ...[...Deno.readDirSync(join(ROOT, "docs"))].map(({ name }) => `docs/${name}`)]
  .filter((path) => path.endsWith(".md")).sort();
const texts = new Map(PAGES.map((path) => [path, Deno.readTextFileSync(join(ROOT, path))]));

/** Every match of the pattern's first group, with the page it stands on. */
function found(pattern: RegExp): [path: string, text: string][] {
  return [...texts].flatMap(([path, text]) =>
    [...text.matchAll(pattern)].map(([, group]): [string, string] => [path, group!.trim()])
  );
}

Deno.test("the documentation links only to what is there", () => {
  const broken = found(/\]\(([^)#\s]+)[^)]*\)/g).filter(([path, link]) =>
    !/^https?:/.test(link) && !existsSync(join(ROOT, dirname(path), link))
  );
  deepEqual(broken, []);
});

Deno.test("the documentation names only tasks that there are", () => {
  const tasks = found(/\bdeno(?:@[\d.]+)? task ([a-z]+)/g);
  equal(tasks.length > 5, true);
  deepEqual(tasks.filter(([, task]) => !(task in deno.tasks)), []);
});

Deno.test("the documentation writes every kedge command as the command line takes it", () => {
  const commands = found(/(?:^|[`\n])(?:deno task )?kedge (--[^`\n#]+)/g);
  equal(commands.length > 10, true);
  const wrong = commands.filter(([, command]) => {
    // A command of a sentence may end in punctuation, one of a listing in an explanation.
    const words = command.replace(/ {2,}.*$/, "").replace(/[.,;:]$/, "").split(" ").filter((word) =>
      word !== ">" && !word.startsWith("[")
    );
    const redirected = command.includes(">") ? words.slice(0, -1) : words;
    const parsed = parseCommandLine(redirected);
    return "error" in parsed && !/needs a value/.test(parsed.error);
  });
  deepEqual(wrong, []);
});

Deno.test("the pictures of the documentation are PNG files of a readable size", () => {
  const images = found(/!\[[^\]]*\]\(([^)]+)\)/g).map(([path, link]) => join(ROOT, dirname(path), link));
  equal(images.length >= 4, true);
  for (const image of images) {
    const bytes = Deno.readFileSync(image);
    deepEqual([...bytes.subarray(1, 4)], [80, 78, 71], image);
    equal(new DataView(bytes.buffer).getUint32(16) >= 400, true, image);
  }
});
