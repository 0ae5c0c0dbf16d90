import assert from "node:assert/strict";
import { darwinCommand } from "../../../../src/tray/notifications/darwin.ts";
import { notifyArguments } from "../../../../src/tray/notifications/linux.ts";
import { shownTexts } from "../../../../src/tray/notifications/notifier.ts";
import { windowsCommand } from "../../../../src/tray/notifications/windows.ts";

const hostile = {
  title: '"; do shell script "id',
  message: "<b>a</b> & $(id)\u0007",
  urgency: "normal",
} as const;

const texts: [string, string, string, string][] = [
  ["Deploy", "Done", "Deploy", "Done"],
  ["", "Done", "Kedge", "Done"],
  ["a\u0000b", "one\ntwo", "a b", "one\ntwo"],
  ["t".repeat(200), "m".repeat(900), "t".repeat(99) + "…", "m".repeat(499) + "…"],
];
for (const [title, message, shownTitle, shownMessage] of texts) {
  Deno.test(`shownTexts() gives ${JSON.stringify(shownTitle.slice(0, 9))} for ${JSON.stringify(title.slice(0, 9))}`, () => {
    assert.deepEqual(shownTexts({ title, message, urgency: "normal" }), {
      title: shownTitle,
      message: shownMessage,
    });
  });
}

Deno.test("notifyArguments() escapes markup that a script wrote", () => {
  assert.equal(notifyArguments(hostile)[4], "&lt;b&gt;a&lt;/b&gt; &amp; $(id)");
});

Deno.test("notifyArguments() offers an action only when there is something to open", () => {
  assert.deepEqual(notifyArguments(hostile)[5], []);
  assert.deepEqual(notifyArguments({ ...hostile, onOpen: () => {} })[5], ["default", "Show"]);
});

Deno.test("darwinCommand() passes texts as arguments, not as script", () => {
  const { args } = darwinCommand(hostile);
  assert.equal(args[2], '"; do shell script "id');
  assert.ok(!args[1]!.includes("shell script"));
});

Deno.test("darwinCommand() passes no text that osascript would take for an option", () => {
  const text = '-edo shell script "id"';
  const { args } = darwinCommand({ title: text, message: text, urgency: "normal" });
  assert.deepEqual(args.slice(2), [` ${text}`, ` ${text}`]);
});

Deno.test("windowsCommand() passes texts on standard input, not as script", () => {
  const { program, args, input } = windowsCommand(hostile, "C:\\Windows");
  assert.equal(program, "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe");
  assert.ok(!args.join(" ").includes("$(id)"));
  assert.equal(JSON.parse(input!).title, hostile.title);
});
