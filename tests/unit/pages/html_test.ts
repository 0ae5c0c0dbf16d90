import assert from "node:assert/strict";
import { pageHtml } from "../../../src/pages/http/parts.ts";
import { useLocales } from "../../../src/core/text/locale.ts";
import { windowOf } from "../../support/pages/pages_state.ts";

Deno.test("pageHtml() says which page it is and keeps a title a text", () => {
  const html = pageHtml({ ...windowOf("review"), title: `</title><script>"1"&'2'` }, "browser");
  assert.match(html, /<html lang="en" data-page="review" data-surface="browser" data-resizable>/);
  assert.match(html, /<title>&#60;\/title&#62;&#60;script&#62;&#34;1&#34;&#38;&#39;2&#39;<\/title>/);
});

Deno.test("pageHtml() says whether the page's window has the size that the user gives it", () => {
  for (const [page, resizable] of [["settings", true], ["palette", false]] as const) {
    assert.equal(pageHtml(windowOf(page), "window").includes("data-resizable"), resizable);
  }
});

Deno.test("pageHtml() has no script or style of its own", () => {
  const html = pageHtml(windowOf("home"), "window");
  assert.doesNotMatch(html, /<style|style=|\son\w+=|<script(?! type="module" src="main\.js">)/);
});

Deno.test("pageHtml() tells the page how the user writes numbers and times", () => {
  useLocales({ numbers: "de-DE", times: "en-GB" });
  try {
    assert.match(pageHtml(windowOf("home"), "window"), /<html [^>]*data-numbers="de-DE" data-times="en-GB">/);
  } finally {
    useLocales({ numbers: null, times: null });
  }
  assert.doesNotMatch(pageHtml(windowOf("home"), "window"), /data-(numbers|times)/);
});
