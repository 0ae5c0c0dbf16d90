import { equal } from "node:assert/strict";
import { installationOf } from "../../../../src/core/platform/installation.ts";
import { howToUpdate, type Installation } from "../../../../src/core/releases/installation.ts";
import { newVersion } from "../../../../src/core/state/new_version.ts";
import type { ReleaseState } from "../../../../src/core/state/releases.ts";
import { menu } from "../../../../src/tray/menu/mod.ts";
import { emptyState } from "../../../support/pages/state.ts";

const DPKG = "/var/lib/dpkg/info/kedge.list", CASK = "/opt/homebrew/Caskroom/kedge";
const APP = "/Applications/Kedge.app/Contents/MacOS/kedge";
const LOCAL = "C:\\Users\\ada\\AppData\\Local";
const INSTALLATIONS: [
  program: string,
  system: "linux" | "darwin" | "windows",
  there: string,
  found: Installation,
][] = [
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
for (const [program, system, there, found] of INSTALLATIONS) {
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

const seen = (version: string) => ({ version, expires: 1, page: "https://a.example/", lines: [] });
const base = emptyState();
const RELEASES: [what: string, release: ReleaseState, on: boolean, told: boolean][] = [
  ["a newer version", { at: 0, seen: seen("99.0.0") }, true, true],
  ["the version that runs", { at: 0, seen: seen(base.app.version) }, true, false],
  ["an older version", { at: 0, seen: seen("0.0.1") }, true, false],
  ["none", { at: 0, seen: null }, true, false],
  ["one that nobody wants to hear of", { at: 0, seen: seen("99.0.0"), dismissed: "99.0.0" }, true, false],
  ["one after that", { at: 0, seen: seen("99.0.1"), dismissed: "99.0.0" }, true, true],
  ["a newer version where it is off", { at: 0, seen: seen("99.0.0") }, false, false],
];
for (const [what, release, releaseCheckEnabled, told] of RELEASES) {
  Deno.test(`newVersion() and the tray ${told ? "tell of" : "are silent about"} ${what}`, () => {
    const config = { ...base.config, value: { ...base.config.value, releaseCheckEnabled } };
    const state = emptyState({ release, config });
    equal(newVersion(state) !== null, told);
    equal(menu(state).some(({ id }) => id === "release"), told);
  });
}
