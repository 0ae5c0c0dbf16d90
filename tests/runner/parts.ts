import { findProgram } from "../../src/core/platform/mod.ts";

/** Everything that the tests use on the machine, as Debian packages. */
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
    // The complete browser has profiles; tests of pages need only its engine, which takes a quarter of the
    // time.
    "chromium",
    "chromium-headless-shell",
    "fonts-dejavu-core",
    "fonts-noto-color-emoji",
  ],
  // A Wayland desktop without a screen.
  ...["sway", "wtype", "grim"],
  // Assistive technology, for what a screen reader perceives.
  "at-spi2-core",
  // Shells whose prompts are set.
  ...["zsh", "fish"],
  ...["libglib2.0-bin", "systemd", "xdg-utils", "curl"],
  // A clock that a test sets.
  "libfaketime",
  // Keychain, servers, tools.
  ...["gnome-keyring", "libsecret-tools", "postgresql", "mariadb-server", "pgbouncer", "openssl"],
  // Fetches the servers that Debian does not have.
  "maven",
  // A separate network for a test.
  "iproute2",
  // SSH servers on the way to a database server.
  "openssh-server",
  ...["python3-venv", "strace", "unzip", "xz-utils", "zip", "procps", "util-linux", "git", "ca-certificates"],
];

/** Package of Go, for machines without one. */
const GO_PACKAGE = "golang-go";

/**
 * Installs missing packages on Debian as root; on other machines prints what is missing. Returns false when
 * the tests cannot run.
 */
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

/** Returns the packages of `wanted` that are not installed. */
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
  // A temporary fault of a mirror is not a failure.
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
