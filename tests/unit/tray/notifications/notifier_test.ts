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
  const onOpen = () => {};
  assert.deepEqual(notifyArguments({ ...hostile, onOpen })[5], ["default", "Show"]);
  assert.deepEqual(notifyArguments({ ...hostile, onOpen, button: "Sign in" })[5], [
    "default",
    "Sign in",
    "open",
    "Sign in",
  ]);
});

Deno.test("darwinCommand() passes texts on standard input, neither as script nor as arguments", () => {
  const one = darwinCommand(hostile), other = darwinCommand({ ...hostile, title: "-edo", message: "-edo" });
  assert.equal(one.program, "/usr/bin/osascript");
  assert.deepEqual(one.args, other.args);
  assert.deepEqual(JSON.parse(one.input!), { title: hostile.title, message: "<b>a</b> & $(id)" });
});

Deno.test("darwinCommand() has a script that shows the title and the message it reads", () => {
  const shown: unknown[] = [];
  const input = { title: "A", message: "B" };
  const script = darwinCommand({ ...input, urgency: "normal" }).args.at(-1)!;
  const bridge = Object.assign(() => {}, { import: () => {}, unwrap: (text: string) => text });
  const foundation = {
    NSFileHandle: { fileHandleWithStandardInput: { readDataToEndOfFile: JSON.stringify(input) } },
    NSString: {
      alloc: { initWithDataEncoding: (data: string, encoding: number) => encoding === 4 ? data : "" },
    },
    NSUTF8StringEncoding: 4,
  };
  const application = {
    currentApplication: () => ({ displayNotification: (...args: unknown[]) => shown.push(args) }),
  };
  new Function("ObjC", "$", "Application", script)(bridge, foundation, application);
  assert.deepEqual(shown, [["B", { withTitle: "A" }]]);
});

Deno.test("windowsCommand() passes texts on standard input, not as script", () => {
  const { program, args, input } = windowsCommand(hostile, "C:\\Windows");
  assert.equal(program, "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe");
  assert.ok(!args.join(" ").includes("$(id)"));
  assert.equal(JSON.parse(input!).title, hostile.title);
  // Else PowerShell reads the texts before the script does.
  assert.equal(args[args.indexOf("-InputFormat") + 1], "None");
});

const BALLOONS: [title: string, message: string, shownTitle: string, shownText: string][] = [
  ["Deploy", "Done", "Deploy", "Done"],
  ["Größe geändert 🎉", "„fertig“\n日本", "Größe geändert 🎉", "„fertig“\n日本"],
  ["Deployed", "", "Kedge", "Deployed"],
  ["", "", "Kedge", "Kedge"],
];
for (const [title, message, shownTitle, shownText] of BALLOONS) {
  Deno.test(`windowsCommand() shows ${JSON.stringify([title, message])} in whatever page of characters, with a text`, () => {
    const { input } = windowsCommand({ title, message, urgency: "normal" }, "C:\\Windows");
    assert.match(input!, /^[\x20-\x7e]+$/);
    assert.deepEqual(JSON.parse(input!), { title: shownTitle, message: shownText, icon: "Info" });
  });
}
