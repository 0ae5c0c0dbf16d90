import { lastName } from "../path.ts";
import type { CommandLine, Env } from "../system.ts";
import { system32 } from "../windows.ts";

/** A program that shows terminals in windows. */
export interface Terminal {
  /** The id under which the user's choice is saved. */
  readonly id: string;
  readonly label: string;
  /** How the program is found: by its name, or by a folder of macOS's applications. */
  readonly found: { readonly program: string } | { readonly application: string };
  /** Returns the command that opens a window which runs a command. */
  open(command: CommandLine, title: string): CommandLine;
  /** Whether that command is a console program, for which Windows itself opens a window. */
  readonly inConsole?: true;
  /** A permission that the user may have to grant first. */
  readonly permission?: string;
}

/** Describes a Linux program that takes the command after these arguments. */
const behind = (id: string, label: string, ...args: string[]): Terminal => ({
  id,
  label,
  found: { program: id },
  open: (command) => [id, ...args, ...command],
});

/** Describes a program with the options of Debian's x-terminal-emulator: `-T` is the title, `-e` the command. */
const classic = (id: string, label: string): Terminal => ({
  id,
  label,
  found: { program: id },
  open: (command, title) => [id, "-T", title, "-e", ...command],
});

/** The terminals that desktops include, by their names in XDG_CURRENT_DESKTOP. */
const OF_DESKTOPS: readonly (readonly [desktop: RegExp, ids: readonly string[]])[] = [
  [/gnome|unity|budgie|pantheon/i, ["ptyxis", "kgx", "gnome-terminal"]],
  [/kde/i, ["konsole"]],
  [/xfce/i, ["xfce4-terminal"]],
  [/mate/i, ["mate-terminal"]],
  [/lxqt/i, ["qterminal"]],
];

const LINUX: readonly Terminal[] = [
  behind("xdg-terminal-exec", "The desktop's own"),
  classic("x-terminal-emulator", "The system's own"),
  behind("ptyxis", "Ptyxis", "--new-window", "--"),
  behind("kgx", "GNOME Console", "--"),
  behind("gnome-terminal", "GNOME Terminal", "--"),
  behind("konsole", "Konsole", "-e"),
  behind("xfce4-terminal", "Xfce Terminal", "-x"),
  behind("mate-terminal", "MATE Terminal", "-x"),
  behind("qterminal", "QTerminal", "-e"),
  behind("terminator", "Terminator", "-x"),
  behind("kitty", "kitty"),
  behind("foot", "foot"),
  behind("alacritty", "Alacritty", "-e"),
  behind("ghostty", "Ghostty", "-e"),
  behind("wezterm", "WezTerm", "start", "--"),
  classic("urxvt", "rxvt"),
  classic("xterm", "XTerm"),
];

/**
 * Describes a macOS application that an AppleScript tells to run a shell line. The line is built from the
 * arguments with AppleScript's own quoting.
 */
const scripted = (id: string, label: string, application: string, ...lines: string[]): Terminal => ({
  id,
  label,
  found: { application },
  permission: `Allow Kedge to control ${label} in System Settings → Privacy & Security → Automation.`,
  open: (command) => [
    "/usr/bin/osascript",
    ...[
      // AppleScript reserves "word" and "words" and rejects a script with variables of these names.
      "on run argv",
      'set told to "exec"',
      "repeat with part in argv",
      'set told to told & " " & quoted form of (part as text)',
      "end repeat",
      ...lines,
      "end run",
    ].flatMap((line) => ["-e", line]),
    ...command,
  ],
});

const DARWIN: readonly Terminal[] = [
  scripted(
    "terminal",
    "Terminal",
    "/System/Applications/Utilities/Terminal.app",
    'tell application "Terminal"',
    "activate",
    "do script told",
    "end tell",
  ),
  scripted(
    "iterm",
    "iTerm",
    "/Applications/iTerm.app",
    'tell application "iTerm"',
    "activate",
    // iTerm's own option to run a command uses no shell, so neither `exec` nor the shell's variables would work.
    "set opened to (create window with default profile)",
    "tell current session of opened to write text told",
    "end tell",
  ),
  behind("kitty", "kitty"),
  behind("alacritty", "Alacritty", "-e"),
  behind("wezterm", "WezTerm", "start", "--"),
];

/** Escapes semicolons, because Windows Terminal takes one for the end of a command. */
const plainWords = (words: readonly string[]) => words.map((word) => word.replaceAll(";", "\\;"));

const WINDOWS = (env: Env): readonly Terminal[] => [
  {
    id: "wt",
    label: "Windows Terminal",
    found: { program: "wt.exe" },
    open: (command, title) => [
      "wt.exe",
      "--window",
      "new",
      "new-tab",
      "--title",
      ...plainWords([title, ...command]),
    ],
  },
  {
    id: "conhost",
    label: "Windows Console",
    found: { program: `${system32(env)}\\conhost.exe` },
    // With Kedge's streams, conhost.exe itself would show its window through them, and end.
    open: (command) => command,
    inConsole: true,
  },
];

/**
 * Returns the known terminal programs in their order of preference: the one that TERMINAL names, those of the
 * desktop, then the others.
 */
export function terminalPrograms(system: "linux" | "darwin" | "windows", env: Env): readonly Terminal[] {
  if (system === "windows") return WINDOWS(env);
  const all = system === "darwin" ? DARWIN : LINUX;
  const platformTerminals = system === "darwin" ? [] : [
    ...named(env.TERMINAL),
    ...OF_DESKTOPS.filter(([desktop]) => desktop.test(env.XDG_CURRENT_DESKTOP ?? "")).flatMap(([, ids]) =>
      LINUX.filter(({ id }) => ids.includes(id))
    ),
  ];
  return [...new Map([...platformTerminals, ...all].map((terminal) => [terminal.id, terminal])).values()];
}

/** Returns the program of TERMINAL: a known one, or one that takes a command like most programs do. */
function named(value: string | undefined): Terminal[] {
  if (!value || /\s/.test(value)) return [];
  const known = LINUX.find(({ id }) => id === lastName(value, false));
  const open = (command: CommandLine): CommandLine => [value, "-e", ...command];
  return [
    known ?? { id: lastName(value, false), label: lastName(value, false), found: { program: value }, open },
  ];
}
