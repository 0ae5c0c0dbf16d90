import assert from "node:assert/strict";
import { DOCUMENTS, fittingSections, guideSections } from "../../../../src/core/guide/mod.ts";
import { type Section, sectionsOf } from "../../../../src/core/guide/sections.ts";
import { SECTIONS } from "../../../../src/ui/guide_key.ts";
import { blocksOf } from "../../../../src/ui/text/markdown_blocks.ts";

/** A document, and its sections as `level id: title | text`. */
const TEXTS: readonly (readonly [what: string, markdown: string, sections: readonly string[]])[] = [
  ["a heading of each level", "# All\na\n## One\nb\n### Two\nc\n#### Four\nd", [
    "1 doc: All | a",
    "2 doc#one: One | b",
    "3 doc#two: Two | c\n#### Four\nd",
  ]],
  ["nothing above its first heading", "lost\n# All\n## One\na", ["2 doc#one: One | a"]],
  ["a heading without a text", "# All\n## One\n### Two\na", ["3 doc#two: Two | a"]],
  ["marks of code in a heading", "# All\n## `--exec` and `a[]`\na", [
    "2 doc#--exec-and-a: --exec and a[] | a",
  ]],
  ["a comment of a shell", "# All\n```sh\n# not a heading\n```", [
    "1 doc: All | ```sh\n# not a heading\n```",
  ]],
  ["pictures and comments", '# All\n<picture><img src="a.png"></picture>\n![b](b.png)\n<!-- c -->\nd', [
    "1 doc: All | d",
  ]],
  ["a picture in code", "# All\n```\n![b](b.png)\n```", ["1 doc: All | ```\n![b](b.png)\n```"]],
];

for (const [what, markdown, sections] of TEXTS) {
  Deno.test(`sectionsOf() splits ${what}`, () => {
    const found = sectionsOf("doc", markdown, ["doc"]);
    assert.deepEqual(
      found.map(({ level, id, title, text }) => `${level} ${id}: ${title} | ${text}`),
      sections,
    );
    assert.ok(found.every(({ document }) => document === "All"));
  });
}

const LINKS: readonly (readonly [link: string, text: string])[] = [
  ["[other](other.md)", "[other](#other)"],
  ["[part](other.md#part)", "[part](#other#part)"],
  ["[here](#part)", "[here](#doc#part)"],
  ["[far](https://example.com/a)", "[far](https://example.com/a)"],
  ["[a file](../examples/config.json) and [none](missing.md)", "a file and none"],
];

for (const [link, text] of LINKS) {
  Deno.test(`sectionsOf() writes ${link} as ${text}`, () => {
    assert.equal(sectionsOf("doc", `# All\n${link}`, ["doc", "other"])[0]!.text, text);
  });
}

const section = (title: string, text: string): Section => ({
  id: title,
  document: "d",
  level: 2,
  title,
  text,
});
const SOME = [
  section("Accounts", "Signed out, a server is asked by TLS."),
  section("Servers", "TLS, TLS"),
  section("Signing in", "portal"),
];

const TYPED: readonly (readonly [typed: string, found: readonly string[]])[] = [
  ["", ["Accounts", "Servers", "Signing in"]],
  ["server", ["Servers", "Accounts"]],
  ["portal sign", ["Signing in"]],
  ["TLS", ["Servers", "Accounts"]],
  ["zebra", []],
];

for (const [typed, found] of TYPED) {
  Deno.test(`fittingSections() finds ${found.join(", ") || "nothing"} for “${typed}”`, () => {
    assert.deepEqual(fittingSections(SOME, typed).map(({ title }) => title), found);
  });
}

Deno.test("guideSections() has each section of each document once, with text", async () => {
  const sections = await guideSections();
  const ids = sections.map(({ id }) => id);
  assert.deepEqual(ids, [...new Set(ids)]);
  assert.deepEqual([...new Set(ids.map((id) => id.split("#")[0]))], DOCUMENTS);
});

Deno.test("every link of the guide leads to a section", async () => {
  const sections = await guideSections();
  const ids = new Set(sections.map(({ id }) => id));
  const links = sections.flatMap(({ text }) => [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, id]) => id!));
  assert.notEqual(links.length, 0);
  assert.deepEqual(links.filter((id) => !ids.has(id)), []);
});

Deno.test("F1 of every page leads to a section of the guide", async () => {
  const ids = new Set((await guideSections()).map(({ id }) => id));
  assert.deepEqual(Object.entries(SECTIONS).filter(([, id]) => !ids.has(id)), []);
});

Deno.test("no text of the guide has marks that would be shown as they are", async () => {
  const texts = (await guideSections()).flatMap(({ id, text }) =>
    blocksOf(text).flatMap((block) => {
      const lines = block.is === "code"
        ? []
        : block.is === "list"
        ? block.items
        : block.is === "table"
        ? block.rows.flat()
        : [block.text];
      const shown = (line: string) => line.replace(/`[^`]+`|\*\*[^*]+\*\*|\[[^\][]+\]\([^()\s]+\)/g, "");
      return lines.map((line) => `${id}: ${shown(line)}`);
    })
  );
  assert.deepEqual(texts.filter((text) => /^\S+ (\||#|>|\d+\. )|\*\*|\]\(|<picture|`/.test(text)), []);
});
