import { APP_ID } from "../../core/app_id.ts";

/** The absolute path of a program and its arguments. */
export type LaunchCommand = readonly [program: string, ...args: string[]];

/** Returns the autostart entry of Linux desktops (freedesktop.org's Desktop Entry and Autostart specifications). */
export function desktopEntry(command: LaunchCommand): string {
  return `[Desktop Entry]
Type=Application
Name=Kedge
Comment=Accounts, secrets, servers and team scripts, one keystroke away
Icon=kedge
TryExec=${tryExecValue(command)}
Exec=${execValue(command)}
Terminal=false
X-GNOME-Autostart-enabled=true
`;
}

/** Whether an autostart entry is switched off. Users do this in the settings of their desktop. */
export function isSwitchedOff(entry: string): boolean {
  return /^\s*Hidden\s*=\s*true\s*$/m.test(entry) ||
    /^\s*X-GNOME-Autostart-enabled\s*=\s*false\s*$/m.test(entry);
}

/**
 * Returns a command for the Exec key: its parts are quoted, then the text is escaped like every string of a
 * desktop entry.
 */
export function execValue(command: LaunchCommand): string {
  return command.map((part) => {
    const quoted = /^[\w./:=@+-]+$/.test(part) ? part : `"${part.replace(/["`$\\]/g, "\\$&")}"`;
    return quoted.replaceAll("%", "%%");
  }).join(" ").replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

/**
 * Returns the program for the TryExec key, which needs no quotes. Desktops ignore an entry whose program does
 * not exist.
 */
export function tryExecValue([program]: LaunchCommand): string {
  return program.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

/** Label of the launch agent on macOS. */
export const AGENT_LABEL = "kedge.login";

/**
 * Returns the launch agent of macOS (launchd.plist(5)). System Settings shows the agent with the name and
 * icon of the named app bundle, if that is installed.
 */
export function launchAgent(command: LaunchCommand): string {
  const xml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>AssociatedBundleIdentifiers</key>
  <string>${APP_ID}</string>
  <key>Label</key>
  <string>${AGENT_LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${command.map((part) => `    <string>${xml(part)}</string>\n`).join("")}  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>ProcessType</key>
  <string>Interactive</string>
</dict>
</plist>
`;
}
