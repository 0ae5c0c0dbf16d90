import { infoPlist } from "../../../../build/packages/macos.ts";
import { deepEqual, equal } from "node:assert/strict";
import { patienceOf } from "../../../../src/core/platform/terminals/mod.ts";
import { terminalPrograms } from "../../../../src/core/platform/terminals/programs.ts";

const first = (system: "linux" | "darwin" | "windows", env: Record<string, string>, count = 1) =>
  terminalPrograms(system, env).slice(0, count).map(({ id }) => id);

const ORDER: [system: "linux" | "darwin" | "windows", env: Record<string, string>, ids: string[]][] = [
  ["linux", {}, ["xdg-terminal-exec", "x-terminal-emulator"]],
  ["linux", { XDG_CURRENT_DESKTOP: "ubuntu:GNOME" }, [
    "ptyxis",
    "kgx",
    "gnome-terminal",
    "xdg-terminal-exec",
  ]],
  ["linux", { XDG_CURRENT_DESKTOP: "KDE" }, ["konsole", "xdg-terminal-exec"]],
  ["linux", { XDG_CURRENT_DESKTOP: "XFCE", TERMINAL: "/usr/bin/kitty" }, ["kitty", "xfce4-terminal"]],
  ["linux", { TERMINAL: "my-terminal" }, ["my-terminal", "xdg-terminal-exec"]],
  ["linux", { TERMINAL: "sh -c evil" }, ["xdg-terminal-exec"]],
  ["darwin", { TERMINAL: "xterm" }, ["terminal", "iterm"]],
  ["windows", {}, ["wt", "conhost"]],
];
for (const [system, env, ids] of ORDER) {
  Deno.test(`terminalPrograms() begins with ${ids} on ${system} with ${JSON.stringify(env)}`, () =>
    deepEqual(first(system, env, ids.length), ids));
}

const COMMAND = ["/opt/my kedge", "--exec", "1/A"] as const;
const OPENED: [system: "linux" | "darwin" | "windows", id: string, line: string[]][] = [
  ["linux", "gnome-terminal", ["gnome-terminal", "--", ...COMMAND]],
  ["linux", "konsole", ["konsole", "-e", ...COMMAND]],
  ["linux", "xfce4-terminal", ["xfce4-terminal", "-x", ...COMMAND]],
  ["linux", "kitty", ["kitty", ...COMMAND]],
  ["linux", "foot", ["foot", ...COMMAND]],
  ["linux", "alacritty", ["alacritty", "-e", ...COMMAND]],
  ["linux", "xterm", ["xterm", "-T", "shop; as A", "-e", ...COMMAND]],
  ["windows", "wt", [
    "wt.exe",
    "--window",
    "new",
    "new-tab",
    "--title",
    "shop\\; as A",
    ...COMMAND,
  ]],
  ["windows", "conhost", [...COMMAND]],
];
for (const [system, id, line] of OPENED) {
  Deno.test(`${id} of ${system} gets the command as words, never as a line of a shell`, () => {
    const terminal = terminalPrograms(system, {}).find((one) => one.id === id)!;
    deepEqual(terminal.open(COMMAND, "shop; as A"), line);
    equal(terminal.inConsole ?? false, line.length === COMMAND.length);
  });
}

Deno.test("terminals of macOS that Kedge controls say where that is allowed, and packages say why it is asked", () => {
  const controlled = terminalPrograms("darwin", {}).filter((one) =>
    one.open(COMMAND, "")[0] === "/usr/bin/osascript"
  );
  equal(controlled.length > 0, true);
  for (const { label, permission } of controlled) {
    equal(permission?.includes(label) && permission.includes("Automation"), true);
  }
  equal(infoPlist("1.2.3").includes("<key>NSAppleEventsUsageDescription</key>"), true);
  const allowed = Deno.readTextFileSync(
    new URL("../../../../build/packages/entitlements.plist", import.meta.url),
  );
  equal(allowed.includes("com.apple.security.automation.apple-events"), true);
});

Deno.test("patienceOf() lets the user answer when a terminal needs a permission", () => {
  for (const terminal of terminalPrograms("darwin", {})) {
    equal(patienceOf(terminal) >= 60_000, terminal.permission !== undefined, terminal.id);
  }
});

Deno.test("terminals of macOS get the command's words as words of a script, which quotes them", () => {
  for (const id of ["terminal", "iterm"]) {
    const [program, ...args] = terminalPrograms("darwin", {}).find((one) => one.id === id)!.open(COMMAND, "");
    equal(program, "/usr/bin/osascript");
    deepEqual(args.slice(-COMMAND.length), COMMAND);
    // AppleScript refuses variables that are named like one of its own classes.
    const script = args.slice(0, -COMMAND.length).filter((arg) => arg !== "-e").join("\n");
    const names = [...script.matchAll(/^(?:on run|repeat with|set) (\w+)/gm)].map(([, name]) => name!);
    deepEqual(
      names.filter((name) => /^(word|item|text|character|paragraph|list|window|session)s?$/.test(name)),
      [],
    );
    equal(
      args.slice(0, -COMMAND.length).filter((arg) => arg !== "-e").some((line) => line.includes("kedge")),
      false,
    );
  }
});
