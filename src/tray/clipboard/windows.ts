import { type Run, run as runProgram } from "../../core/platform/run.ts";
import { powershell as systemPowerShell } from "../../core/platform/windows.ts";
import type { Clipboard } from "./backend.ts";

/**
 * Reads an operation, and the text as base64 of UTF-8, line by line. `hold` answers the number of the clipboard's change, by
 * which it is known again. The three formats keep the text out of the history, out of other computers and away from programs
 * that watch the clipboard. It has no secret in it: Windows may log scripts, and shows arguments to others.
 */
export const CLIPBOARD_SCRIPT = String.raw`
$ErrorActionPreference = 'Stop'
Add-Type -AssemblyName System.Windows.Forms
Add-Type -TypeDefinition @'
using System.Runtime.InteropServices;
public static class KedgeClipboard {
  [DllImport("user32.dll")] public static extern uint GetClipboardSequenceNumber();
}
'@
$reader = New-Object System.IO.StreamReader([Console]::OpenStandardInput())
$operation = $reader.ReadLine()
$field = $reader.ReadLine()
switch ($operation) {
  'hold' {
    $text = [System.Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($field))
    $data = New-Object System.Windows.Forms.DataObject
    $data.SetText($text, [System.Windows.Forms.TextDataFormat]::UnicodeText)
    foreach ($name in 'CanIncludeInClipboardHistory', 'CanUploadToCloudClipboard',
        'ExcludeClipboardContentFromMonitorProcessing') {
      $no = New-Object System.IO.MemoryStream(, [byte[]](0, 0, 0, 0))
      $data.SetData($name, $false, $no)
    }
    [System.Windows.Forms.Clipboard]::SetDataObject($data, $true, 10, 100)
    [Console]::Out.Write([KedgeClipboard]::GetClipboardSequenceNumber())
  }
  'clear' {
    if ([string][KedgeClipboard]::GetClipboardSequenceNumber() -eq $field) {
      [System.Windows.Forms.Clipboard]::Clear()
    }
  }
}
`;

const ARGS = [
  "-NoLogo",
  "-NoProfile",
  "-NonInteractive",
  "-STA",
  "-InputFormat",
  "None",
  "-Command",
  CLIPBOARD_SCRIPT,
];

/** The clipboard of Windows, by PowerShell. */
export function windowsClipboard(
  run: Run = runProgram,
  powershell: () => string = () => systemPowerShell(Deno.env.toObject()),
): Clipboard {
  return {
    async hold(text) {
      const field = new TextEncoder().encode(text.open()).toBase64();
      const result = await run(powershell(), ARGS, { input: `hold\n${field}\n`, limit: 20_000 });
      const change = result.ended && result.code === 0 ? /^\d+$/.exec(result.stdout.trim())?.[0] : undefined;
      if (change === undefined) {
        return { error: "Windows did not take the text for its clipboard.", hint: "Try again." };
      }
      return {
        marked: true,
        async clear() {
          await run(powershell(), ARGS, { input: `clear\n${change}\n`, limit: 20_000 });
        },
      };
    },
  };
}
