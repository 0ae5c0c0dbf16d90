import { growsInLine } from "../../../support/growth.ts";
import assert from "node:assert/strict";
import { htmlText, progressBar, terminalText } from "../../../../src/cli/run/text.ts";
import { widthOf } from "../../../../src/cli/width.ts";

const texts: [text: string, colors: boolean, shown: string][] = [
  ["plain\ttext\nline", false, "plain\ttext\nline"],
  ["\x1b[31mred\x1b[0m", true, "\x1b[31mred\x1b[0m\x1b[0m"],
  ["\x1b[31mred\x1b[0m", false, "red"],
  ["\x1b]52;c;aGk=\x07clipboard", true, "clipboard"],
  ["\x1b]0;title\x1b\\x", false, "x"],
  ["\x1b[2J\x1b[1;1Hgone", true, "gone"],
  ["a\rb\x08c\x07", false, "abc"],
  ["\u202egnp", false, "gnp"],
];
for (const [text, colors, shown] of texts) {
  Deno.test(`terminalText() shows ${JSON.stringify(text)} as ${JSON.stringify(shown)}`, () => {
    assert.equal(terminalText(text, colors), shown);
  });
}

const reports: [html: string, text: string][] = [
  ["<h1>Costs</h1><p>a &lt; b &amp;&amp; c</p>", "Costs\n\na < b && c"],
  ["<ul><li>one<li>two</ul>", "- one\n- two"],
  ["<table><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table>", "a\t1\n\nb\t2"],
  ["<style>p{}</style><script>alert(1)</script>x", "x"],
  ["a<!-- <b> -->b<STYLE>p{}</STYLE >c<!-- d", "abc"],
  ["<header>seen</header><head><title>x</title></head>y", "seen\ny"],
  ["&#233;&#xe9;&nbsp;&unknown;&#1114112;", "éé &unknown;\ufffd"],
];
for (const [html, text] of reports) {
  Deno.test(`htmlText() reads ${html}`, () => assert.equal(htmlText(html), text));
}

Deno.test("progressBar() shows how far a run is, when that is known", () => {
  const progress = { title: "Copy", label: "a\nb", cancelable: false };
  assert.equal(
    progressBar({ ...progress, fraction: 0.5 }, 80),
    `[${"#".repeat(15)}${"-".repeat(15)}]  50 % Copy: a b`,
  );
  assert.equal(progressBar({ ...progress, fraction: null }, 80), "Copy: a b …");
});

Deno.test("progressBar() stays on its line, however narrow the terminal is", () => {
  for (const label of ["shelf ".repeat(20), "棚".repeat(60)]) {
    for (const columns of [20, 30, 39, 40, 69, 70, 80, 200]) {
      for (const fraction of [null, 0, 0.5, 1]) {
        const width = widthOf(progressBar({ title: "Copy", label, cancelable: false, fraction }, columns));
        assert.ok(width < columns, `${columns}: ${width}`);
      }
    }
  }
});

for (const part of ["<", "<!--", "<style>", "<p ", "<td>", "</td> ", "&#1"]) {
  Deno.test(`htmlText() takes time in line with ${part} without end`, () =>
    growsInLine(1_000_000, (length) => part.repeat(Math.floor(length / part.length)), htmlText));
}
