import assert from "node:assert/strict";
import { pageHtml } from "../../../src/pages/html.ts";
import { windowOf } from "../../support/pages_state.ts";

Deno.test("pageHtml() says which page it is and keeps a title a text", () => {
  const html = pageHtml({ ...windowOf("review"), title: `</title><script>"1"&'2'` }, "browser");
  assert.match(html, /<html lang="en" data-page="review" data-surface="browser">/);
  assert.match(html, /<title>&#60;\/title&#62;&#60;script&#62;&#34;1&#34;&#38;&#39;2&#39;<\/title>/);
});

Deno.test("pageHtml() has no script or style of its own", () => {
  const html = pageHtml(windowOf("home"), "window");
  assert.doesNotMatch(html, /<style|style=|\son\w+=|<script(?! type="module" src="main\.js">)/);
});
