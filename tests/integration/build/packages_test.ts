import { deepEqual, equal, match, notEqual } from "node:assert/strict";
import { join } from "node:path";
import { ROOT } from "../../../build/program.ts";
import { makePackages, packageFiles, type PackageParts } from "../../../build/packages/mod.ts";
import { TARGETS } from "../../../build/targets.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const ICON = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
const ADDRESS = "https://example.org/kedge";
const KEPT = /Your settings and extensions stay in \.kedge/;

/**
 * Creates a folder with a small substitute for the program of each target, because packages only
 * matter around it.
 */
async function programs(version: string, dist?: string): Promise<PackageParts & { said: string[] }> {
  const folder = dist ?? await Deno.makeTempDir({ prefix: "kedge-packages-" });
  for (const { file } of TARGETS) {
    await Deno.mkdir(join(folder, file, ".."), { recursive: true });
    await Deno.writeTextFile(join(folder, file), `#!/bin/sh\necho "kedge ${version}"\n`);
  }
  const said: string[] = [];
  return {
    version,
    dist: folder,
    licence: await Deno.readFile(join(ROOT, "LICENSE")),
    svg: await Deno.readFile(join(ROOT, "build/icon/anchor.svg")),
    icons: new Map([[16, ICON], [128, ICON]]),
    address: ADDRESS,
    say: (text) => said.push(text),
    said,
  };
}

async function run(program: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(program, { args, env: { LC_ALL: "C" } }).output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  equal(code, 0, `${program} ${args.join(" ")}: ${decode(stderr)}`);
  return decode(stdout);
}

Deno.test("makePackages() makes each package of packageFiles(), equal when made again", async () => {
  const first = await programs("1.2.3"), second = await programs("1.2.3");
  const expected = [...packageFiles("1.2.3").values()].flat().sort();
  deepEqual((await makePackages(TARGETS, first)).sort(), expected);
  await makePackages(TARGETS, second);
  deepEqual(first.said, []);
  for (const file of expected) {
    const [a, b] = await Promise.all([first, second].map(({ dist }) => Deno.readFile(join(dist, file))));
    equal(a!.length === b!.length && a!.every((byte, at) => byte === b![at]), true, `${file} differs`);
  }
  for (const { dist } of [first, second]) await removeFolder(dist);
});

Deno.test("makePackages() leaves Windows out and says so when a twin is missing", async () => {
  const parts = await programs("1.2.3");
  await Deno.remove(join(parts.dist, "kedge-windows-x64/kedge.com"));
  const windows = TARGETS.filter(({ name }) => name === "windows-x64");
  deepEqual(await makePackages(windows, parts), []);
  deepEqual(parts.said, ["no package for windows-x64: windows-x64-console was not built"]);
  await removeFolder(parts.dist);
});

Deno.test("the Debian package installs, upgrades and goes, and the user's files stay", async () => {
  const { code } = await new Deno.Command("dpkg", { args: ["-s", "kedge"], stdout: "null", stderr: "null" })
    .output();
  equal(code === 0, false, "Kedge is installed on this machine: remove it before this test, which would");
  const before = await programs("1.2.3");
  const after = await programs("1.3.0");
  const linux = TARGETS.filter(({ name }) => name === "linux-x64");
  const home = await Deno.makeTempDir({ prefix: "kedge-user-" });
  const settings = join(home, ".kedge/config.json");
  await Deno.mkdir(join(home, ".kedge"));
  await Deno.writeTextFile(settings, "{}");
  await makePackages(linux, before);
  await makePackages(linux, after);
  try {
    match(
      await run("dpkg-deb", "--field", join(before.dist, "kedge_1.2.3_amd64.deb"), "Depends"),
      /libwebkitgtk-6\.0-4/,
    );
    await run("dpkg", "--install", join(before.dist, "kedge_1.2.3_amd64.deb"));
    equal(await run("/usr/bin/kedge"), "kedge 1.2.3\n");
    for (
      const path of [
        "/usr/share/applications/dev.kedge.Kedge.desktop",
        "/usr/share/icons/hicolor/128x128/apps/kedge.png",
        "/usr/share/icons/hicolor/scalable/apps/kedge.svg",
        "/usr/share/doc/kedge/copyright",
      ]
    ) {
      const { mode, uid } = await Deno.stat(path);
      deepEqual([mode! & 0o777, uid], [0o644, 0], path);
    }
    const upgraded = await run("dpkg", "--install", join(after.dist, "kedge_1.3.0_amd64.deb"));
    equal(KEPT.test(upgraded), false, "an upgrade removes nothing, so it says nothing");
    equal(await run("/usr/bin/kedge"), "kedge 1.3.0\n");
    equal(await run("dpkg", "--verify", "kedge"), "");
    match(await run("dpkg", "--purge", "kedge"), KEPT);
    equal(await Deno.stat("/usr/bin/kedge").catch(() => null), null);
    equal(await Deno.readTextFile(settings), "{}");
  } finally {
    await new Deno.Command("dpkg", { args: ["--purge", "kedge"], stdout: "null", stderr: "null" }).output();
    for (const folder of [before.dist, after.dist, home]) await removeFolder(folder);
  }
});

const INSPECT = `
import plistlib, sys, tarfile, zipfile, json, struct
folder, version = sys.argv[1:]
out = {}
with zipfile.ZipFile(f"{folder}/kedge-{version}-macos-arm64.zip") as z:
    assert z.testzip() is None
    p = plistlib.loads(z.read("Kedge.app/Contents/Info.plist"))
    icns = z.read("Kedge.app/Contents/Resources/kedge.icns")
    out["macos"] = [p["CFBundleExecutable"], p["CFBundleShortVersionString"], p["LSUIElement"],
                    z.getinfo("Kedge.app/Contents/MacOS/kedge").external_attr >> 16 & 0o777,
                    icns[:4].decode(), struct.unpack(">I", icns[4:8])[0] == len(icns)]
with zipfile.ZipFile(f"{folder}/kedge-{version}-windows-x64.zip") as z:
    assert z.testzip() is None
    out["windows"] = sorted(z.namelist())
with tarfile.open(f"{folder}/kedge-{version}-linux-x64.tar.xz") as t:
    out["linux"] = [[m.name, m.mode & 0o777, m.uid] for m in t.getmembers() if m.isfile()]
scoop = json.load(open(f"{folder}/scoop/kedge.json"))
out["scoop"] = [scoop["version"], scoop["architecture"]["64bit"]["url"], scoop["architecture"]["64bit"]["hash"]]
print(json.dumps(out))
`;

Deno.test("packages are what other programs read, and package managers get their real hashes", async () => {
  const parts = await programs("1.2.3");
  await makePackages(TARGETS, parts);
  const { dist } = parts;
  const found = JSON.parse(await run("python3", "-c", INSPECT, dist, "1.2.3"));
  const hash = async (file: string) => (await run("sha256sum", join(dist, file))).split(" ")[0]!;
  const windows = await hash("kedge-1.2.3-windows-x64.zip");
  deepEqual(found, {
    macos: ["kedge", "1.2.3", true, 0o755, "icns", true],
    windows: ["LICENSE.txt", "install.ps1", "kedge.com", "kedge.exe", "uninstall.ps1"].map((name) =>
      `kedge/${name}`
    ),
    linux: [["LICENSE", 0o644], ["README.txt", 0o644], ["dev.kedge.Kedge.desktop", 0o644], ["kedge", 0o755], [
      "kedge.svg",
      0o644,
    ]]
      .map(([name, mode]) => [`kedge-1.2.3-linux-x64/${name}`, mode, 0]),
    scoop: ["1.2.3", `${ADDRESS}/kedge-1.2.3-windows-x64.zip`, windows],
  });
  const homebrew = await Deno.readTextFile(join(dist, "homebrew/kedge.rb"));
  for (const target of ["macos-arm64", "macos-x64"]) {
    equal(homebrew.includes(await hash(`kedge-1.2.3-${target}.zip`)), true, target);
  }
  const winget = await Deno.readTextFile(join(dist, "winget/Kedge.Kedge.installer.yaml"));
  equal(winget.includes(`InstallerSha256: ${windows.toUpperCase()}`), true);
  match(winget, /^ArchiveBinariesDependOnPath: true$/m);
  for (const kind of ["", ".locale.en-US", ".installer"]) {
    match(
      await Deno.readTextFile(join(dist, `winget/Kedge.Kedge${kind}.yaml`)),
      /^ManifestVersion: 1\.9\.0$/m,
    );
  }
  await removeFolder(dist);
});

Deno.test("zip() gives the same bytes in every time zone", async () => {
  const module = new URL("../../../build/packages/zip.ts", import.meta.url).href;
  const script = `import { zip } from ${JSON.stringify(module)};
    const bytes = await zip(new Map([["a", { bytes: new Uint8Array([1]) }]]));
    console.log(new Date(0).getTimezoneOffset(), bytes.toHex());`;
  const made = await Promise.all(["Asia/Kolkata", "America/Los_Angeles"].map(async (TZ) => {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", "--config", join(ROOT, "deno.json"), script],
      env: { TZ },
      stderr: "inherit",
    }).output();
    return new TextDecoder().decode(stdout).trim().split(" ");
  }));
  const [[east, one], [west, other]] = made as [[string, string], [string, string]];
  notEqual(east, west);
  match(one, /^504b0304/);
  equal(one, other);
});
