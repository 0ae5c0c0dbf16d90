import { deepEqual, doesNotMatch, equal, match, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { pageHtml } from "../../../src/pages/http/parts.ts";
import { useLocales } from "../../../src/core/text/locale.ts";
import { windowOf } from "../../support/pages/pages_state.ts";
import { readAssets } from "../../../src/pages/http/assets.ts";
import { isDocument, reportHtml, sourceHtml } from "../../../src/pages/http/reports.ts";

Deno.test("pageHtml() says which page it is and keeps a title a text", () => {
  const html = pageHtml({ ...windowOf("review"), title: `</title><script>"1"&'2'` }, "browser");
  match(html, /<html lang="en" data-page="review" data-surface="browser" data-resizable>/);
  match(html, /<title>&#60;\/title&#62;&#60;script&#62;&#34;1&#34;&#38;&#39;2&#39;<\/title>/);
});

Deno.test("pageHtml() says whether the page's window has the size that the user gives it", () => {
  for (const [page, resizable] of [["settings", true], ["palette", false]] as const) {
    equal(pageHtml(windowOf(page), "window").includes("data-resizable"), resizable);
  }
});

Deno.test("pageHtml() has no script or style of its own", () => {
  const html = pageHtml(windowOf("home"), "window");
  doesNotMatch(html, /<style|style=|\son\w+=|<script(?! type="module" src="main\.js">)/);
});

Deno.test("pageHtml() tells the page how the user writes numbers and times", () => {
  useLocales({ numbers: "de-DE", times: "en-GB" });
  try {
    match(pageHtml(windowOf("home"), "window"), /<html [^>]*data-numbers="de-DE" data-times="en-GB">/);
  } finally {
    useLocales({ numbers: null, times: null });
  }
  doesNotMatch(pageHtml(windowOf("home"), "window"), /data-(numbers|times)/);
});

for (const name of ["pages", "a folder #1", "100%41", "ünï"]) {
  Deno.test(`readAssets() reads the files of a folder that is called ${name}`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "kedge-assets-" });
    try {
      const path = join(folder, name);
      await Deno.mkdir(path);
      await Deno.writeTextFile(join(path, "main.js"), "script");
      await Deno.writeTextFile(join(path, "notes.txt"), "of no page");
      const { files } = await readAssets(path);
      deepEqual([...files].map(([file, bytes]) => [file, new TextDecoder().decode(bytes)]), [[
        "main.js",
        "script",
      ]]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}

Deno.test("readAssets() throws when there is no such folder", async () => {
  await rejects(readAssets("/nonexistent/kedge"), Deno.errors.NotFound);
});

Deno.test("reportHtml() dresses bare markup and keeps it whole", () => {
  const html = reportHtml("Ages & <more>", { html: "<h1>Ages</h1>", document: null }, false);
  ok(html.startsWith("<!doctype html>"));
  ok(html.includes("<title>Ages &#38; &#60;more&#62;</title>"));
  ok(html.includes("<body><h1>Ages</h1></body>"));
  match(html, /<style>/);
});

Deno.test("reportHtml() leaves the look of a document to its author", () => {
  const document = { lang: "de", dir: "rtl", class: 'a"b', style: "color:red" };
  const html = reportHtml("t", { html: "x", document }, true);
  ok(html.startsWith('<!doctype html><html lang="de" dir="rtl"><head>'));
  ok(html.includes('<body class="a&#34;b" style="color:red">x</body>'));
  doesNotMatch(html, /<style>/);
});

const DOCUMENTS: readonly (readonly [source: string, expected: boolean])[] = [
  ["<!DOCTYPE html><p>x", true],
  ["  <html><body>x</body></html>", true],
  ["<p>x</p>", false],
  ["<htmlish>", false],
];
for (const [source, expected] of DOCUMENTS) {
  Deno.test(`isDocument() of ${source} is ${expected}`, () => equal(isDocument(source), expected));
}

Deno.test("sourceHtml() shows a report that cannot be shown as text, and not all of a long one", () => {
  const html = sourceHtml("t", `<img src=x>${"a".repeat(2_000_000)}`);
  match(html, /too large or too nested.*&#60;img src=x&#62;a/);
  ok(html.length < 1_100_000);
  ok(html.endsWith("\n…</pre></body></html>"));
});
