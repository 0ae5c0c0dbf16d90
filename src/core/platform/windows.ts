import { joinedPath } from "./path.ts";
import { type Env, type System, variable } from "./system.ts";

const join = (...parts: string[]) => joinedPath(parts, true);

const PATHEXT = ".COM;.EXE;.BAT;.CMD";

/** Returns the folder of Windows' own programs; absolute, so that no program in the current folder is run instead. */
export function system32(env: Env): string {
  return join(variable(windows, env, "SystemRoot") ?? "C:\\Windows", "System32");
}

/** Returns a command as one line, quoted as CommandLineToArgvW expects. */
export function windowsLine(command: readonly string[]): string {
  return command.map((part) => {
    if (/^[^\s"]+$/.test(part)) return part;
    return `"${part.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, "$&$&")}"`;
  }).join(" ");
}

/** Windows 10 and later. */
export const windows: System = {
  name: "windows",
  programSuffix: ".exe",
  stopSignals: ["SIGINT", "SIGBREAK"],
  // The console sends these signals to all of its programs, so a program that waits for another must survive them.
  passedSignals: ["SIGINT", "SIGBREAK"],
  pathDelimiter: ";",
  // A path without a drive depends on the current one, so only C:\x and \\server\x count.
  isAbsolute: (path) => /^([A-Za-z]:[\\/]|[\\/]{2})/.test(path),
  join,
  usualFolders: (env) => {
    const below = (name: string, ...folders: string[]) => {
      const base = variable(windows, env, name);
      return base ? folders.map((folder) => join(base, folder)) : [];
    };
    return [
      system32(env),
      join(system32(env), "WindowsPowerShell", "v1.0"),
      join(system32(env), "OpenSSH"),
      ...below("SystemRoot", ""),
      ...below("ProgramFiles", "Go\\bin", "Git\\cmd", "PowerShell\\7"),
      ...below("ProgramData", "chocolatey\\bin"),
      ...below(
        "LOCALAPPDATA",
        "Microsoft\\WindowsApps",
        "Programs\\Microsoft VS Code\\bin",
        "Programs\\Git\\cmd",
      ),
      ...below("USERPROFILE", "go\\bin", "sdk\\go\\bin", "scoop\\shims", ".local\\bin"),
      // Git includes an OpenSSH of its own, which its installer does not add to PATH.
      ...below("ProgramFiles", "Git\\usr\\bin"),
      ...below("LOCALAPPDATA", "Programs\\Git\\usr\\bin"),
    ];
  },
  fileNames: (name, env) => {
    const endings = (variable(windows, env, "PATHEXT") ?? PATHEXT).split(";").filter(Boolean);
    const lower = name.toLowerCase();
    const complete = endings.some((ending) => lower.endsWith(ending.toLowerCase()));
    return complete ? [name] : endings.map((ending) => name + ending.toLowerCase());
  },
  // `start` is unsuitable because it belongs to cmd, which interprets & and % in an address.
  openAddress: (url, env) => [join(system32(env), "rundll32.exe"), "url.dll,FileProtocolHandler", url],
  // Windows reveals a program's arguments only to its own user and to administrators.
  openQuietly: (url, env) => ({ command: windows.openAddress(url, env) }),
  openText: (path, env) => [join(system32(env), "notepad.exe"), path],
  openFolder: (path, env) => [join(system32(env), "..", "explorer.exe"), path],
  openHint: "rundll32.exe, notepad.exe and explorer.exe are parts of Windows.",
  killTree: (pid, env) => ({
    command: [join(system32(env), "taskkill.exe"), "/T", "/F", "/PID", String(pid)],
  }),
  webview: (env) => ({
    name: "WebView2 runtime",
    // Microsoft documents this place for the version of an installed runtime.
    command: [
      join(system32(env), "reg.exe"),
      "query",
      "HKLM\\SOFTWARE\\WOW6432Node\\Microsoft\\EdgeUpdate\\Clients\\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}",
      "/v",
      "pv",
    ],
    hint:
      "Install the WebView2 runtime from https://developer.microsoft.com/microsoft-edge/webview2, or use --browser.",
  }),
  sessionType: () => "native",
};
