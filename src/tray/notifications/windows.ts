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

/** The command that shows a notification on Windows. */
export function windowsCommand(notification: Notification, systemRoot: string): NotifyCommand {
  const icon = notification.urgency === "critical" ? "Warning" : "Info";
  return {
    program: `${systemRoot}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`,
    args: ["-NoProfile", "-NonInteractive", "-Command", SCRIPT],
    input: JSON.stringify({ ...shownTexts(notification), icon }),
  };
}
