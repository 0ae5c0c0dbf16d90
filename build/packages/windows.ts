import { ABOUT } from "./about.ts";
import { type PackageFile, textFile } from "./tools.ts";
import { zip } from "./zip.ts";

/** Installs for the user who runs it, without administrator rights; running it again upgrades. */
export function installScript(version: string): string {
  return `# Installs Kedge for this user: program, Start menu, PATH, and an entry in "Installed apps".
$ErrorActionPreference = "Stop"
$source = Split-Path -Parent $MyInvocation.MyCommand.Path
$target = Join-Path $env:LOCALAPPDATA "Programs\\Kedge"

# A running Kedge holds its file; it is asked to end, and its settings stay.
Get-Process -Name kedge -ErrorAction SilentlyContinue |
  Where-Object { $_.Path -and $_.Path.StartsWith($target, [StringComparison]::OrdinalIgnoreCase) } |
  Stop-Process
New-Item -ItemType Directory -Force -Path $target | Out-Null
foreach ($file in "kedge.exe", "kedge.com", "uninstall.ps1", "LICENSE.txt") {
  Copy-Item -Force -LiteralPath (Join-Path $source $file) -Destination $target
}

$shell = New-Object -ComObject WScript.Shell
$link = $shell.CreateShortcut((Join-Path $env:APPDATA "Microsoft\\Windows\\Start Menu\\Programs\\Kedge.lnk"))
$link.TargetPath = Join-Path $target "kedge.exe"
$link.WorkingDirectory = $env:USERPROFILE
$link.Description = "${ABOUT.summary}"
$link.Save()

$path = [Environment]::GetEnvironmentVariable("Path", "User")
$entries = @($path -split ";" | Where-Object { $_ })
if ($entries -notcontains $target) {
  [Environment]::SetEnvironmentVariable("Path", (($entries + $target) -join ";"), "User")
}

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

/** Takes away what the installer brought, and nothing of the user's. */
export const UNINSTALL_SCRIPT = `# Removes Kedge for this user.
$ErrorActionPreference = "Stop"
$target = Join-Path $env:LOCALAPPDATA "Programs\\Kedge"
Get-Process -Name kedge -ErrorAction SilentlyContinue |
  Where-Object { $_.Path -and $_.Path.StartsWith($target, [StringComparison]::OrdinalIgnoreCase) } |
  Stop-Process
$path = [Environment]::GetEnvironmentVariable("Path", "User")
$entries = @($path -split ";" | Where-Object { $_ -and $_ -ne $target })
[Environment]::SetEnvironmentVariable("Path", ($entries -join ";"), "User")
Remove-Item -Force -ErrorAction SilentlyContinue -LiteralPath (Join-Path $env:APPDATA "Microsoft\\Windows\\Start Menu\\Programs\\Kedge.lnk")
Remove-Item -Force -Recurse -ErrorAction SilentlyContinue -Path "HKCU:\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Kedge"
Remove-ItemProperty -ErrorAction SilentlyContinue -Path "HKCU:\\Software\\Microsoft\\Windows\\CurrentVersion\\Run" -Name Kedge
Set-Location $env:USERPROFILE
Remove-Item -Force -Recurse -LiteralPath $target
Write-Output "Kedge is removed. ${ABOUT.kept}"
`;

/** The portable zip, with the scripts that install it for one user. */
export function windowsZip(
  version: string,
  windowed: Uint8Array,
  console: Uint8Array,
  licence: Uint8Array,
): Promise<Uint8Array> {
  // PowerShell 5 reads scripts without a mark in the system's old encoding.
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
