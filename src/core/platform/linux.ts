import { posix } from "./posix.ts";
import type { Env, System } from "./system.ts";

/** Linux and its desktops, as freedesktop.org describes them. */
export const linux: System = {
  name: "linux",
  ...posix,
  usualFolders: (env: Env) => [
    "/usr/local/bin",
    "/usr/bin",
    "/bin",
    "/usr/local/sbin",
    "/usr/sbin",
    "/sbin",
    "/usr/local/go/bin",
    "/usr/lib/go/bin",
    "/snap/bin",
    "/home/linuxbrew/.linuxbrew/bin",
    "/run/current-system/sw/bin",
    ...(env.HOME
      ? ["go/bin", "sdk/go/bin", ".local/go/bin", ".local/bin", "bin", ".nix-profile/bin"].map((folder) =>
        posix.join(env.HOME!, folder)
      )
      : []),
  ],
  openAddress: (url) => ["xdg-open", url],
  openQuietly: () => null,
  openText: (path) => ["xdg-open", path],
  openFolder: (path) => ["xdg-open", path],
  openHint: "Install the package xdg-utils, which has xdg-open.",
  webview: () => ({
    name: "WebKitGTK 6.0",
    library: "libwebkitgtk-6.0.so.4",
    hint:
      "Install the package libwebkitgtk-6.0-4 (Fedora: webkitgtk6.0, Arch: webkitgtk-6.0), or use --browser.",
  }),
  sessionType: (env) => {
    if (env.WAYLAND_DISPLAY || env.XDG_SESSION_TYPE === "wayland") return "wayland";
    return env.DISPLAY ? "x11" : "none";
  },
};
