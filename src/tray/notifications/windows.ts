import type { NotifyCommand } from "./command.ts";
import { type Notification, shownTexts } from "./notifier.ts";

/** Reads the texts as JSON from standard input, so that nothing of them is ever part of the script. */
const SCRIPT = `
$ErrorActionPreference = 'Stop'
$texts = [Console]::In.ReadToEnd() | ConvertFrom-Json
Add-Type -AssemblyName System.Windows.Forms
Add-Type -AssemblyName System.Drawing
$icon = New-Object System.Windows.Forms.NotifyIcon
$icon.Icon = [System.Drawing.SystemIcons]::Information
$icon.Visible = $true
$icon.ShowBalloonTip(8000, $texts.title, $texts.message, $texts.icon)
Start-Sleep -Seconds 9
$icon.Dispose()
`;

/** JSON of nothing but ASCII: the console's own page of characters, by which PowerShell reads, has hardly more. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The command that shows a notification on Windows. */
export function windowsCommand(notification: Notification, systemRoot: string): NotifyCommand {
  const { title, message } = shownTexts(notification);
  // A balloon without a text is an error of Windows.
  const balloon = message === "" ? { title: "Kedge", message: title } : { title, message };
  const icon = notification.urgency === "critical" ? "Warning" : "Info";
  return {
    program: `${systemRoot}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`,
    // Without the format PowerShell itself reads what is meant for the script.
    args: ["-NoProfile", "-NonInteractive", "-InputFormat", "None", "-Command", SCRIPT],
    input: asciiJson({ ...balloon, icon }),
  };
}
