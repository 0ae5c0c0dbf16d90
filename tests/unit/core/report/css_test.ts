import { equal } from "node:assert/strict";
import { cleanCss } from "../../../../src/core/report/css.ts";

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
