import { findProgram } from "../../src/core/platform/mod.ts";

/** Everything on the machine that the tests use, as Debian packages. */
export const PACKAGES: readonly string[] = [
  // A desktop without a screen.
  ...[
    "xvfb",
    "openbox",
    "lxqt-panel",
    "dbus",
    "x11-utils",
    "x11-apps",
    "xdotool",
    "imagemagick",
    "xclip",
    "xterm",
  ],
  ...[
    "libwebkitgtk-6.0-4",
    "libayatana-appindicator3-1",
    // The whole browser has profiles; pages are looked at in its engine alone, which takes a quarter of the time.
    "chromium",
    "chromium-headless-shell",
    "fonts-dejavu-core",
    "fonts-noto-color-emoji",
  ],
  // A desktop of Wayland without a screen.
  ...["sway", "wtype", "grim"],
  // What a screen reader is told.
  "at-spi2-core",
  // Shells whose prompts are set.
  ...["zsh", "fish"],
  ...["libglib2.0-bin", "systemd", "xdg-utils", "curl"],
  // A clock that a test sets.
  "libfaketime",
  // Keychain, servers, tools.
  ...["gnome-keyring", "libsecret-tools", "postgresql", "mariadb-server", "pgbouncer", "openssl"],
  // It fetches the servers that Debian does not have.
  "maven",
  // A network of a test's own.
  "iproute2",
  // Computers on the way to a server.
  "openssh-server",
  ...["python3-venv", "strace", "unzip", "xz-utils", "zip", "procps", "util-linux", "git", "ca-certificates"],
];

/** Go where none is installed. */
const GO_PACKAGE = "golang-go";

/** Installs what is missing on Debian as root; elsewhere says what is missing. Returns false when it cannot go on. */
export async function prepareMachine(say: (text: string) => void): Promise<boolean> {
  if (Deno.build.os !== "linux" || !await findProgram("dpkg-query")) {
    say(
      "The tests need Debian 12 (or one of its children) with these packages:\n  " +
        [...PACKAGES, GO_PACKAGE].join(" "),
    );
    return false;
  }
  const missing = missingPackages(await installed(), await goFound() ? PACKAGES : [...PACKAGES, GO_PACKAGE]);
  if (missing.length === 0) return true;
  if (Deno.uid() !== 0) {
    say(`Missing packages. As root:\n  apt-get install -y --no-install-recommends ${missing.join(" ")}`);
    return false;
  }
  say(`Installing ${missing.join(" ")} …`);
  return await apt("update", say) && await install(missing, say);
}

/** What of `wanted` is not among the installed packages. */
export function missingPackages(installed: ReadonlySet<string>, wanted: readonly string[]): string[] {
  return wanted.filter((name) => !installed.has(name));
}

async function installed(): Promise<Set<string>> {
  const { stdout } = await new Deno.Command("dpkg-query", {
    args: ["-W", "-f=${db:Status-Status} ${Package}\n"],
    stderr: "null",
  }).output();
  const lines = new TextDecoder().decode(stdout).split("\n");
  return new Set(lines.filter((line) => line.startsWith("installed ")).map((line) => line.slice(10)));
}

async function goFound(): Promise<boolean> {
  return await findProgram("go") !== null;
}

async function install(packages: readonly string[], say: (text: string) => void): Promise<boolean> {
  const args = ["install", "-y", "--no-install-recommends", ...packages];
  // A mirror that hiccups once is no reason to fail.
  return await apt(args, say) || (await apt("update", say) && await apt(args, say));
}

async function apt(args: string | readonly string[], say: (text: string) => void): Promise<boolean> {
  const { success, stdout, stderr } = await new Deno.Command("apt-get", {
    args: ["-q", ...[args].flat()],
    env: { DEBIAN_FRONTEND: "noninteractive" },
  }).output();
  if (!success) say(new TextDecoder().decode(stdout).slice(-3000) + new TextDecoder().decode(stderr));
  return success;
}
