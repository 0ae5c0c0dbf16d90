import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MENU_ENTRY } from "../../src/core/app_id.ts";
import { buildIcons } from "../../build.ts";
import { makeDeb } from "../../build/packages/deb.ts";
import manifest from "../../deno.json" with { type: "json" };
import { PACKAGE_ROOT, PACKAGES } from "./session/packages.ts";
import { findRuntime, PROGRAM } from "../runner/compiled.ts";
import { copyProject, type Debian, type DebianPlan, makeDebian } from "../support/debian.ts";
import { exec } from "../support/servers/server.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The desktops of Debian 13, without recommended packages. */
export const DESKTOPS: DebianPlan = {
  what: "KDE Plasma, GNOME, Xfce, Cinnamon, MATE, sway and labwc",
  name: "desktops",
  release: "trixie",
  packages: [
    ...["xvfb", "xauth", "xdotool", "x11-utils", "imagemagick", "dbus", "dbus-x11", "procps", "libcap2-bin"],
    ...[
      "ca-certificates",
      "fonts-dejavu-core",
      "fonts-noto-color-emoji",
      "xdg-utils",
      "wl-clipboard",
      "xclip",
    ],
    // Packages that Kedge's package requires or recommends.
    ...["libwebkitgtk-6.0-4", "bubblewrap", "gnome-keyring", "libsecret-tools"],
    ...["kwin-wayland", "kwin-x11", "plasma-workspace", "plasma-desktop", "kded6", "kglobalacceld"],
    ...["systemsettings", "xdg-desktop-portal-kde", "breeze-icon-theme", "xwayland"],
    ...["gnome-shell", "gnome-session-bin", "gnome-control-center", "gnome-shell-extension-appindicator"],
    ...["xdg-desktop-portal-gnome", "gjs", "adwaita-icon-theme"],
    ...["xfce4-panel", "xfwm4", "xfdesktop4", "xfce4-notifyd", "xfce4-settings", "xfce4-session"],
    ...["sway", "waybar", "mako-notifier", "wtype", "grim"],
    ...["cinnamon", "xapp-sn-watcher", "desktop-file-utils"],
    ...["labwc", "wlrctl"],
    ...["mate-panel", "marco", "mate-settings-daemon", "mate-notification-daemon", "mate-themes"],
  ],
  programs: ["git", "go", "dpkg-deb"],
  loadedMB: 850,
  diskMB: 4800,
  minutes: 10,
};

/** Options that make packages quickly instead of small. */
const QUICK = ["-Zgzip", "-z1"];

/** ID of the user of these desktops; WebKit's sandbox and KWin refuse root. */
const USER = 1000;

/**
 * Deno's folder with the project's dependencies, and the certificate authorities of this machine's
 * network.
 */
const DENO = { DENO_DIR: "/srv/deno", DENO_CERT: "/srv/ca.crt" };

/**
 * A script that prepares a session (the system bus and the folders that a login creates), and then
 * runs the tests as the user.
 */
const BEGIN = `set -e
mount -t tmpfs -o mode=1777 tmpfs /tmp
mount -t tmpfs -o mode=755 tmpfs /run
mkdir -p /run/dbus /tmp/.X11-unix
rm -f /run/dbus/pid
dbus-daemon --system --fork
chmod 1777 /tmp /tmp/.X11-unix
install -d -m 755 /run/user
${PACKAGE_ROOT}
install -d -m 700 -o ${USER} -g ${USER} /run/user/${USER}
cd /srv/kedge
exec setpriv --reuid ${USER} --regid ${USER} --init-groups "$@"`;

/** The prepared desktops. */
export interface TestDesktops {
  /** Folder for the tests' pictures, as seen from outside. */
  readonly pictures: string;
  /** Makes the packages with the compiled program, which takes a minute. */
  compiled(): Promise<void>;
  /**
   * Removes Kedge's package; returns its files left outside of home folders, and files that were
   * missing before.
   */
  removed(): Promise<{ readonly missing: string[]; readonly left: string[] }>;
  /** Returns a command line that runs Deno there as the user, with these arguments. */
  command(args: readonly string[]): string[];
}

/**
 * Prepares the desktops on Debian as root: a second Debian in a folder, with Kedge's package
 * installed.
 */
export async function prepareDesktops(say: (text: string) => void): Promise<TestDesktops> {
  const debian = await makeDebian(DESKTOPS, say);
  const { root, inside } = debian;
  say("The project, and its package …");
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await exec(
    inside(env, "sh", "-c", `id kedge >/dev/null 2>&1 || useradd --create-home --uid ${USER} kedge`),
  );
  // A program with a capability loads no libraries of the user and cannot be debugged; KWin needs
  // none here.
  await exec(inside(env, "sh", "-c", "setcap -r /usr/bin/kwin_wayland 2>/dev/null || true"));
  await Deno.copyFile(Deno.execPath(), join(root, "usr/local/bin/deno"));
  // The dependencies are in Deno's folder, because pages are bundled at the first start.
  await copyProject(join(root, "srv/kedge"), "linux", { DENO_DIR: join(root, "srv/deno") });
  await Deno.copyFile("/etc/ssl/certs/ca-certificates.crt", join(root, "srv/ca.crt"));
  const pictures = join(root, "srv/pictures");
  await Deno.remove(pictures, { recursive: true }).catch(() => {});
  await Deno.mkdir(pictures, { recursive: true });
  await exec(["chown", "-R", `${USER}:${USER}`, ...[
    pictures,
    join(root, "srv/kedge"),
    join(root, "srv/deno"),
  ]]);
  await installPackage(debian);
  await copyGo(root);
  const own = {
    USER: "kedge",
    HOME: "/home/kedge",
    NO_COLOR: "1",
    XDG_RUNTIME_DIR: `/run/user/${USER}`,
    ...DENO,
  };
  return {
    pictures,
    compiled: () => makeCompiledPackages(debian),
    removed: () => removePackage(debian),
    command: (args) => inside(own, "sh", "-c", BEGIN, "sh", "deno", ...args),
  };
}

/** Files of the package that desktops need: the program, its menu entry and its icon. */
const INSTALLED = [
  "usr/bin/kedge",
  `usr/share/applications/${MENU_ENTRY}`,
  "usr/share/icons/hicolor/scalable/apps/kedge.svg",
];

async function removePackage({ root, inside }: Debian) {
  for (const path of [PACKAGES.older, PACKAGES.newer]) await Deno.remove(join(root, path)).catch(() => {});
  const missing = INSTALLED.filter((path) => !existsSync(join(root, path)));
  await exec(inside({ DEBIAN_FRONTEND: "noninteractive" }, "dpkg", "--purge", "kedge"));
  const found = await exec([
    "find",
    ...["usr", "etc", "var/lib/dpkg/info", "opt"].map((name) => join(root, name)),
    "-iname",
    "*kedge*",
  ]);
  return { missing, left: found.split("\n").filter(Boolean) };
}

/** Copies this machine's Go to where its own archive would install it. */
async function copyGo(root: string): Promise<void> {
  const from = (await exec(["go", "env", "GOROOT"])).trim(), to = join(root, "usr/local/go");
  if (existsSync(join(to, "complete"))) return;
  await Deno.remove(to, { recursive: true }).catch(() => {});
  await exec(["cp", "-r", "--dereference", from, to]);
  await Deno.writeTextFile(join(to, "complete"), "");
}

/**
 * Makes Kedge's own Debian package twice with the compiled program of this tree: as an older
 * version and as the current one.
 */
export async function makeCompiledPackages({ root }: Pick<Debian, "root">): Promise<void> {
  const runtime = await findRuntime();
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "build.ts", "--target", "linux-x64", "--no-packages"],
    cwd: ROOT,
    env: runtime ? { DENORT_BIN: runtime } : {},
  }).output();
  if (!success) throw new Error(`the program cannot be compiled: ${new TextDecoder().decode(stderr)}`);
  const program = await Deno.readFile(PROGRAM);
  for (const [version, path] of [["0.0.1", PACKAGES.older], [manifest.version, PACKAGES.newer]] as const) {
    await packageOf(program, version, join(root, path));
  }
}

/**
 * Installs Kedge's own Debian package with a script that runs the sources instead of the compiled
 * program.
 */
async function installPackage({ root, inside }: Debian): Promise<void> {
  const script = `#!/bin/sh\nexec /usr/local/bin/deno run -A -q --no-check /srv/kedge/main.ts "$@"\n`;
  await packageOf(new TextEncoder().encode(script), manifest.version, join(root, PACKAGES.usual));
  await exec(inside({ DEBIAN_FRONTEND: "noninteractive" }, "dpkg", "--install", PACKAGES.usual));
}

/** Makes the package for a program. */
async function packageOf(program: Uint8Array, version: string, output: string): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-package-" });
  try {
    await buildIcons(join(folder, "icons"));
    const icons = new Map<number, Uint8Array>();
    for await (const { name } of Deno.readDir(join(folder, "icons"))) {
      const size = /^kedge-(\d+)\.png$/.exec(name)?.[1];
      if (size) icons.set(Number(size), await Deno.readFile(join(folder, "icons", name)));
    }
    const parts = {
      version,
      program,
      icons,
      svg: await Deno.readFile(join(ROOT, "build/icon/anchor.svg")),
      licence: await Deno.readFile(join(ROOT, "LICENSE")),
    };
    await Deno.mkdir(join(folder, "parts"));
    // The package stays on this machine, so it is compressed little.
    await makeDeb(parts, "amd64", join(folder, "parts"), output, QUICK);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
