import { ABOUT } from "./about.ts";
import { type PackageFile, textFile } from "./tools.ts";
import { zip } from "./zip.ts";

/**
 * PowerShell lines that end the Kedge in the target folder. The process name of kedge.com contains its
 * suffix, that of kedge.exe does not.
 */
const END_RUNNING = `# A running Kedge holds its file, until it has ended.
$running = @(Get-Process -Name "kedge", "kedge.com" -ErrorAction SilentlyContinue |
  Where-Object { $_.Path -and $_.Path.StartsWith("$target\\", [StringComparison]::OrdinalIgnoreCase) })
foreach ($process in $running) {
  Stop-Process -Force -InputObject $process -ErrorAction SilentlyContinue
  [void]$process.WaitForExit(10000)
}
`;

/** PowerShell lines that read the user's own entries of PATH unexpanded, because variables in them must stay. */
const READ_PATH = `$path = (Get-Item "HKCU:\\Environment").GetValue("Path", "", "DoNotExpandEnvironmentNames")
$entries = @($path -split ";" | Where-Object { $_ })
`;

/**
 * PowerShell lines that write the entries of PATH. Removing a variable that does not exist notifies running
 * programs of the change.
 */
const WRITE_PATH =
  `  Set-ItemProperty -Path "HKCU:\\Environment" -Name Path -Value ($entries -join ";") -Type ExpandString
  [Environment]::SetEnvironmentVariable("KEDGE_INSTALLED", $null, "User")
`;

/**
 * Returns the script that installs Kedge for the user who runs it, without administrator rights; running it
 * again upgrades.
 */
export function installScript(version: string): string {
  return `# Installs Kedge for this user: program, Start menu, PATH, and an entry in "Installed apps".
$ErrorActionPreference = "Stop"
$source = Split-Path -Parent $MyInvocation.MyCommand.Path
$target = Join-Path $env:LOCALAPPDATA "Programs\\Kedge"

${END_RUNNING}New-Item -ItemType Directory -Force -Path $target | Out-Null
foreach ($file in "kedge.exe", "kedge.com", "uninstall.ps1", "LICENSE.txt") {
  Copy-Item -Force -LiteralPath (Join-Path $source $file) -Destination $target
}

$shell = New-Object -ComObject WScript.Shell
$link = $shell.CreateShortcut((Join-Path $env:APPDATA "Microsoft\\Windows\\Start Menu\\Programs\\Kedge.lnk"))
$link.TargetPath = Join-Path $target "kedge.exe"
$link.WorkingDirectory = $env:USERPROFILE
$link.Description = "${ABOUT.summary}"
$link.Save()

${READ_PATH}if ($entries -notcontains $target) {
  $entries += $target
${WRITE_PATH}}

$key = "HKCU:\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Kedge"
New-Item -Force -Path $key | Out-Null
$uninstall = 'powershell.exe -NoProfile -ExecutionPolicy Bypass -File "' + (Join-Path $target "uninstall.ps1") + '"'
$values = @{
  DisplayName = "Kedge"; DisplayVersion = "${version}"; Publisher = "The Kedge authors"
  DisplayIcon = (Join-Path $target "kedge.exe"); InstallLocation = $target; UninstallString = $uninstall
}
foreach ($name in $values.Keys) { Set-ItemProperty -Path $key -Name $name -Value $values[$name] }
foreach ($name in "NoModify", "NoRepair") { Set-ItemProperty -Path $key -Name $name -Value 1 -Type DWord }
Write-Output "Kedge ${version} is installed. Start it from the Start menu; new terminals know kedge."
`;
}

/** Script that removes the files and entries of the installer, but nothing of the user's. */
export const UNINSTALL_SCRIPT = `# Removes Kedge for this user.
$ErrorActionPreference = "Stop"
$target = Join-Path $env:LOCALAPPDATA "Programs\\Kedge"
${END_RUNNING}${READ_PATH}if ($entries -contains $target) {
  $entries = @($entries | Where-Object { $_ -ne $target })
${WRITE_PATH}}
Remove-Item -Force -ErrorAction SilentlyContinue -LiteralPath (Join-Path $env:APPDATA "Microsoft\\Windows\\Start Menu\\Programs\\Kedge.lnk")
Remove-Item -Force -Recurse -ErrorAction SilentlyContinue -Path "HKCU:\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Kedge"
Remove-ItemProperty -ErrorAction SilentlyContinue -Path "HKCU:\\Software\\Microsoft\\Windows\\CurrentVersion\\Run" -Name Kedge
Remove-Item -Force -Recurse -ErrorAction SilentlyContinue -Path "HKCU:\\Software\\Classes\\kedge"
Set-Location $env:USERPROFILE
Remove-Item -Force -Recurse -LiteralPath $target
Write-Output "Kedge is removed. ${ABOUT.kept}"
`;

/** Returns the portable zip, with the scripts that install it for one user. */
export function windowsZip(
  version: string,
  windowed: Uint8Array,
  console: Uint8Array,
  licence: Uint8Array,
): Promise<Uint8Array> {
  // PowerShell 5 reads scripts without a byte order mark in the system's old encoding.
  const script = (text: string) => textFile(`\uFEFF${text.replaceAll("\n", "\r\n")}`);
  return zip(
    new Map<string, PackageFile>([
      ["kedge/kedge.exe", { bytes: windowed }],
      ["kedge/kedge.com", { bytes: console }],
      ["kedge/LICENSE.txt", { bytes: licence }],
      ["kedge/install.ps1", script(installScript(version))],
      ["kedge/uninstall.ps1", script(UNINSTALL_SCRIPT)],
    ]),
  );
}
