import type { Problem } from "../../core/state/state.ts";
import type { FromChild } from "./protocol.ts";

type Failure = Extract<FromChild, { type: "failed" }>;

/** Returns the problem when the windows' process cannot show windows. */
export function problemOf({ reason, message }: Failure, os: typeof Deno.build.os): Problem {
  // On other systems every session has a display, so the web view must be missing.
  if (reason === "display" && os === "linux") {
    return {
      code: "no-webview",
      message: "Kedge cannot open windows: there is no display.",
      hint: "Start it inside a graphical session, or use it in a browser: kedge --browser",
    };
  }
  return {
    code: "no-webview",
    message: `Kedge cannot open windows: ${missingPart(message, os)}.`,
    hint: `${INSTALL[os] ?? INSTALL.linux} Until then: kedge --browser`,
  };
}

/** Returns the problem when the windows' process keeps ending by itself; `errors` is the end of its standard error. */
export function crashProblem(errors: string): Problem {
  if (SANDBOX.test(errors)) {
    return {
      code: "no-webview",
      message: "Kedge cannot open windows: WebKit could not start its sandbox (bubblewrap).",
      hint: "See whether `bwrap --dev-bind / / true` works: the system may forbid user namespaces. " +
        "Until then: kedge --browser",
    };
  }
  const detail = (errors.trim().split("\n").at(-1) ?? "").replace(GLIB_PREFIX, "").replace(/[.\s]+$/, "");
  return {
    code: "no-webview",
    message: `Kedge's windows have crashed twice${detail ? `: ${detail.slice(0, 200)}` : ""}.`,
    hint: "Restart Kedge, or use it in a browser: kedge --browser",
  };
}

/** Returns the problem when pages keep crashing although the windows' process runs. */
export function pageCrashProblem(): Problem {
  return {
    code: "no-webview",
    message: "Kedge's windows keep losing their pages: the browser engine crashes again and again.",
    hint: "Restart Kedge, or use it in a browser: kedge --browser",
  };
}

/** Messages of WebKitGTK when the sandbox of its processes does not start. */
const SANDBOX = /dbus-proxy|bwrap|bubblewrap/i;
/** Prefix that GLib puts before a message: program, number, level, time. */
const GLIB_PREFIX = /^\*\* \(.*?\): \w+ \*\*: [\d:.]+: /;

const INSTALL: Partial<Record<typeof Deno.build.os, string>> & { readonly linux: string } = {
  linux: "Install WebKitGTK: the package libwebkitgtk-6.0-4 on Debian and Ubuntu, webkitgtk6.0 on Fedora, " +
    "webkitgtk-6.0 on Arch.",
  darwin: "Install Kedge again: its window library is missing or damaged.",
  windows: "Install the WebView2 runtime from Microsoft.",
};

/** Returns the missing part, from the loader's message. */
function missingPart(message: string, os: typeof Deno.build.os): string {
  const file = /(lib[\w.+-]+\.so[\w.]*): cannot open/.exec(message)?.[1];
  if (file) return `${file} is not installed`;
  return os === "windows" ? "the WebView2 runtime did not start" : message.replace(/[.\s]+$/, "");
}
