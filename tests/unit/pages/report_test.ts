import assert from "node:assert/strict";
import { reportHtml } from "../../../src/pages/report.ts";

Deno.test("reportHtml() dresses bare markup and keeps it whole", () => {
  const html = reportHtml("Ages & <more>", "<h1>Ages</h1>");
  assert.ok(html.startsWith("<!doctype html>"));
  assert.ok(html.includes("<title>Ages &#38; &#60;more&#62;</title>"));
  assert.ok(html.includes("<body><h1>Ages</h1></body>"));
});

for (const html of ["<!DOCTYPE html><p>x", "  <html><body>x</body></html>"]) {
  Deno.test(`reportHtml() leaves a document as it is: ${html.trim().slice(0, 9)}`, () => {
    assert.equal(reportHtml("t", html), html);
  });
}
