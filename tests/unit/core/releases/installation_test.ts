import { equal } from "node:assert/strict";
import { installationOf } from "../../../../src/core/platform/installation.ts";
import { howToUpdate, type Installation } from "../../../../src/core/releases/installation.ts";

const DPKG = "/var/lib/dpkg/info/kedge.list", CASK = "/opt/homebrew/Caskroom/kedge";
const APP = "/Applications/Kedge.app/Contents/MacOS/kedge";
const LOCAL = "C:\\Users\\ada\\AppData\\Local";
const CASES: [program: string, system: "linux" | "darwin" | "windows", there: string, found: Installation][] =
  [
    ["/usr/bin/kedge", "linux", DPKG, "deb"],
    ["/usr/bin/kedge", "linux", "", "archive"],
    ["/home/ada/kedge/kedge", "linux", DPKG, "archive"],
    [APP, "darwin", CASK, "homebrew"],
    [APP, "darwin", "", "archive"],
    ["C:\\Users\\ada\\scoop\\apps\\kedge\\current\\kedge.exe", "windows", "", "scoop"],
    [`${LOCAL}\\Microsoft\\WinGet\\Packages\\Kedge.Kedge_x\\kedge\\kedge.com`, "windows", "", "winget"],
    [`${LOCAL}\\Programs\\Kedge\\kedge.exe`, "windows", "", "installer"],
    ["D:\\tools\\kedge\\kedge.exe", "windows", "", "archive"],
  ];
for (const [program, system, there, found] of CASES) {
  Deno.test(`installationOf() finds ${found} for ${program}${there && ` with ${there}`}`, () => {
    equal(installationOf(program, system, (path) => path === there), found);
  });
}

const COMMANDS: [Installation, string | undefined][] = [
  ["deb", "sudo apt install ./kedge_0.2.0_$(dpkg --print-architecture).deb"],
  ["homebrew", "brew upgrade --cask kedge"],
  ["scoop", "scoop update kedge"],
  ["winget", "winget upgrade Kedge.Kedge"],
  ["installer", undefined],
  ["archive", undefined],
  ["source", "git pull"],
];
for (const [installation, command] of COMMANDS) {
  Deno.test(`howToUpdate() gives ${command ?? "words alone"} for ${installation}`, () => {
    equal(howToUpdate(installation, "0.2.0").command, command);
  });
}
