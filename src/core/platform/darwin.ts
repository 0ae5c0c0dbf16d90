import { posix } from "./posix.ts";
import type { Env, System } from "./system.ts";

/** macOS. */
export const darwin: System = {
  name: "darwin",
  ...posix,
  usualFolders: (env: Env) => [
    "/opt/homebrew/bin",
    "/usr/local/bin",
    "/usr/bin",
    "/bin",
    "/usr/sbin",
    "/sbin",
    "/usr/local/go/bin",
    "/opt/homebrew/opt/go/bin",
    "/opt/local/bin",
    ...(env.HOME
      ? ["go/bin", "sdk/go/bin", ".local/bin", "bin"].map((folder) => posix.join(env.HOME!, folder))
      : []),
  ],
  openAddress: (url) => ["/usr/bin/open", url],
  // The system sends the browser an event. An address contains no quotation marks; a backslash would be an escape in AppleScript.
  openQuietly: (url) => ({
    command: ["/usr/bin/osascript"],
    input: `open location "${url.replaceAll("\\", "%5C")}"\n`,
  }),
  openText: (path) => ["/usr/bin/open", "-t", path],
  openFolder: (path) => ["/usr/bin/open", path],
  openHint: "/usr/bin/open is a part of macOS.",
  webview: () => ({ name: "WKWebView", builtIn: true, hint: "" }),
  sessionType: () => "native",
};
