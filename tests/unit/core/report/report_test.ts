import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import fc from "fast-check";
import { cleanReport } from "../../../../src/core/report/clean.ts";
import { TAGS } from "../../../../src/core/report/lists.ts";
import { HOSTILE, PIECES } from "../../../support/pages/hostile_reports.ts";
import { cleanCss } from "../../../../src/core/report/css.ts";

const clean = (html: string) => cleanReport(html, "/link/").html;

for (const html of HOSTILE) {
  Deno.test(`cleanReport() leaves nothing that reaches out of ${html}`, () => {
    for (const before of ["<p>kept</p>", "<p>kept</p><svg>", "<p>kept</p><table><tr>"]) {
      const left = cleanReport(before + html, "/link/");
      match(left.html, /<p>kept<\/p>/);
      // An address may stay as plain text outside of tags, where it does nothing.
      const tags = [...left.html.matchAll(/<[^>]*>/g)].map(([tag]) => tag).join("") +
        [...left.html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join("");
      doesNotMatch(tags.replaceAll(/"http[^"]*";/g, ""), /evil\.example/);
      doesNotMatch(JSON.stringify(left.document), /evil\.example/);
      deepEqual(left.links, []);
      doesNotMatch(left.html, /<(link|meta|base|script|iframe|object|form|video|animate|set|feimage)\b/i);
    }
  });
}

/** Texts in style sheets that a browser would read as markup if they were not escaped. */
const TEXTS: readonly (readonly [what: string, html: string])[] = [
  ["names the end of the sheet", "<svg><style>&lt;/style&gt;&lt;img onerror=a()&gt;</style></svg>"],
  ["follows a sheet within the sheet", "<svg><style><style></style>&lt;img onerror=a()&gt;</style></svg>"],
  [
    "names the end of a sheet as it is called meanwhile",
    "<svg><style>&lt;/kedge-style&gt;&lt;img&gt;</style></svg>",
  ],
  ["is nested too deeply for its sheet to stay", `${"<div>".repeat(500)}<style><img onerror=a()></style>`],
];
for (const [what, html] of TEXTS) {
  Deno.test(`cleanReport() leaves no markup of a style sheet whose text ${what}`, () => {
    doesNotMatch(clean(html), /<img/);
  });
}

/** HTML that authors need, and how it is kept. */
const KEPT: readonly (readonly [what: string, html: string, left?: string])[] = [
  [
    "a table",
    '<table class="t"><tr><th scope="col">A</th><td colspan="2" style="color:red">1</td></tr></table>',
  ],
  ["words like code", "<p>if a &lt; b &amp;&amp; c &gt; d</p>"],
  ["bare comparisons", "<p>5 < 6 && 7 > 2</p>", "<p>5 &lt; 6 &amp;&amp; 7 &gt; 2</p>"],
  ["a picture that it brings along", '<img src="data:image/png;base64,AAAA" alt="a" width="10" />'],
  ["what folds open", "<details open><summary>More</summary><p>text</p></details>"],
  ["a mark within the report", '<a href="#end">end</a><h2 id="end">End</h2>'],
  ["a style sheet", "<style>td>b:not(.x){color:red}@media (width>600px){p{margin:0}}</style>"],
  [
    "a style sheet with a comparison",
    "<style>@media (width<600px){p{margin:0}}</style>",
    "<style>@media (width< 600px){p{margin:0}}</style>",
  ],
  [
    "a font that it brings along",
    '<style>@font-face{src:url(data:font/woff2;base64,AA) format("woff2")}</style>',
  ],
  ["a text of CSS", '<style>a::after{content:" → "attr(title)}</style>'],
  [
    "a drawing",
    '<svg viewBox="0 0 10 10"><defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient></defs>' +
    '<path d="M0 0" fill="url(#g)"/><use href="#g"/><title>tip</title></svg>',
    '<svg viewbox="0 0 10 10"><defs><linearGradient id="g"><stop offset="0" stop-color="red"></stop></linearGradient>' +
    '</defs><path d="M0 0" fill="url(#g)"></path><use href="#g"></use><title>tip</title></svg>',
  ],
];
for (const [what, html, left = html] of KEPT) {
  Deno.test(`cleanReport() keeps ${what}`, () => equal(clean(html), left));
}

Deno.test("cleanReport() lets links lead to Kedge, which knows where they led, and says where", () => {
  const report = cleanReport(
    '<a href="https://a.example/?x=1&amp;y=2" target="_top">A</a><svg><a xlink:href=" http://b.example "><text>B</text></a></svg>',
    "/link/",
  );
  deepEqual(report.links, ["https://a.example/?x=1&y=2", "http://b.example/"]);
  equal(
    report.html,
    '<a href="/link/0" title="https://a.example/?x=1&amp;y=2">A</a><svg><a xlink:href="/link/1" title="http://b.example/">' +
      "<text>B</text></a></svg>",
  );
});

Deno.test("cleanReport() tells what the author's document says about its looks", () => {
  const { document, html } = cleanReport(
    '<!doctype html><html lang="de"><head><style>p{margin:0}</style></head><body class="wide" style="color:red" onload="x">A',
    "",
  );
  deepEqual(document, { lang: "de", class: "wide", style: "color:red" });
  equal(html, "<style>p{margin:0}</style>A");
  equal(cleanReport("<p>A</p>", "").document, null);
});

Deno.test("cleanReport() leaves only tags of its list, however pieces are put together", () => {
  const allowed = new Set(TAGS.map((tag) => tag.toLowerCase()));
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }), (pieces) => {
      const left = clean(pieces.join(""));
      for (const [, name] of left.matchAll(/<\/?([a-z][^\s/>]*)/gi)) {
        ok(allowed.has(name!.toLowerCase()), left);
      }
      // Each `<` must begin one of these tags: a browser could read others as markup.
      doesNotMatch(left, /<(?![a-z/]| )/i);
      for (const [, css] of left.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)) {
        doesNotMatch(css!, /<[a-z/!?]|&[a-z#]/i);
      }
      const styles = [...left.matchAll(/<style[^>]*>([\s\S]*?)<\/style>| style="([^"]*)"/g)];
      doesNotMatch(
        styles.map(([, css = "", attribute = ""]) => css + attribute).join("\n").replaceAll(
          'url("data:,")',
          "x",
        ).replaceAll(
          // Remove strings; a line end that is not escaped, or the end of the style, ends one.
          /(?<!url\()(["'])(\\[\s\S]|(?!\1).)*(\1|$)/gm,
          "",
          // Replace escaped characters and all beyond ASCII: they are parts of names.
        ).replaceAll(/\\([0-9a-f]{1,6}\s?|.)/gis, "x"),
        /(^|[^\w\u0080-\uffff-])url\(['"]?http/i,
      );
      doesNotMatch(left, /<img[^>]*evil/);
    }),
    // This string ends only with its style.
    { numRuns: 10_000, examples: [[["<style>", '"', "url(http://evil.example)", "</style>", "<style>"]]] },
  );
});

const N = 'url("data:,")';
const CASES: readonly (readonly [css: string, left: string])[] = [
  ["a{color:red}", "a{color:red}"],
  ["a:not(.b)>c~d{margin:calc(1px + 2em)}", "a:not(.b)>c~d{margin:calc(1px + 2em)}"],
  ["a{fill:url(#g)}", "a{fill:url(#g)}"],
  ["a{background:url('data:image/png;base64,AA')}", "a{background:url('data:image/png;base64,AA')}"],
  ["a{background:url(data:text/html,x)}", `a{background:${N}}`],
  ["a{background:url(http://x)}", `a{background:${N}}`],
  ['a{background:url("http://x")}', 'a{background:url("data:,")}'],
  ["a{background:url(/**/'http://x')}", "a{background: }"],
  ["a{background:url(a b)}", "a{background: }"],
  ['@import "a";b{}', '@unknown "a";b{}'],
  ["@IMPORT url(a);", `@unknown ${N};`],
  ['image-set("a" 1x)', 'unknown("data:," 1x)'],
  ['cross-fade("a", "b")', 'cross-fade("data:,", "data:,")'],
  ['a{content:"<b>&amp;"}', 'a{content:"\\3c b>\\26 amp;"}'],
  ["\\<url(http://x)", "\\00003curl(http://x)"],
  ["\\&url(http://x)", "\\000026url(http://x)"],
  ["a\\\\<url(http://x)", `a\\\\< ${N}`],
  ["a\\< b\\&", "a\\3c  b\\26 "],
  ['a{content:"\\<\\\\<b"}', 'a{content:"\\00003c\\\\\\3c b"}'],
  ["a{b:\0url(http://x)}", "a{b:\ufffdurl(http://x)}"],
  ["@media (400px<width<600px){}", "@media (400px< width< 600px){}"],
  ["&.a{}&:hover{}", "&/**/.a{}&/**/:hover{}"],
  ["<!-- a{} -->", "  a{}  "],
  ["a/* url(x) */b", "a b"],
  ['a{content:"broken\n}', "a{content: \n}"],
  ["", ""],
];
for (const [css, left] of CASES) {
  Deno.test(`cleanCss() makes ${JSON.stringify(left)} of ${JSON.stringify(css)}`, () =>
    equal(cleanCss(css), left));
}
