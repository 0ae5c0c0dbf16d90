import assert from "node:assert/strict";
import { isDocument, reportHtml, sourceHtml } from "../../../src/pages/http/reports.ts";

Deno.test("reportHtml() dresses bare markup and keeps it whole", () => {
  const html = reportHtml("Ages & <more>", { html: "<h1>Ages</h1>", document: null }, false);
  assert.ok(html.startsWith("<!doctype html>"));
  assert.ok(html.includes("<title>Ages &#38; &#60;more&#62;</title>"));
  assert.ok(html.includes("<body><h1>Ages</h1></body>"));
  assert.match(html, /<style>/);
});

Deno.test("reportHtml() leaves the look of a document to its author", () => {
  const document = { lang: "de", dir: "rtl", class: 'a"b', style: "color:red" };
  const html = reportHtml("t", { html: "x", document }, true);
  assert.ok(html.startsWith('<!doctype html><html lang="de" dir="rtl"><head>'));
  assert.ok(html.includes('<body class="a&#34;b" style="color:red">x</body>'));
  assert.doesNotMatch(html, /<style>/);
});

const DOCUMENTS: readonly (readonly [source: string, expected: boolean])[] = [
  ["<!DOCTYPE html><p>x", true],
  ["  <html><body>x</body></html>", true],
  ["<p>x</p>", false],
  ["<htmlish>", false],
];
for (const [source, expected] of DOCUMENTS) {
  Deno.test(`isDocument() of ${source} is ${expected}`, () => assert.equal(isDocument(source), expected));
}

Deno.test("sourceHtml() shows a report that cannot be shown as text, and not all of a long one", () => {
  const html = sourceHtml("t", `<img src=x>${"a".repeat(2_000_000)}`);
  assert.match(html, /too large or too nested.*&#60;img src=x&#62;a/);
  assert.ok(html.length < 1_100_000);
  assert.ok(html.endsWith("\n…</pre></body></html>"));
});
