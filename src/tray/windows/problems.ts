import type { Problem } from "../../core/state/state.ts";
import type { FromChild } from "./protocol.ts";

type Failure = Extract<FromChild, { type: "failed" }>;

/** What the user is told when the windows' process cannot show windows. */
export function problemOf({ reason, message }: Failure, os: typeof Deno.build.os): Problem {
  if (reason === "display") {
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

/** What the user is told when the windows' process keeps ending by itself. */
export function crashProblem(detail: string): Problem {
  return {
    code: "no-webview",
    message: `Kedge's windows have crashed twice${detail ? `: ${detail}` : ""}.`,
    hint: "Restart Kedge, or use it in a browser: kedge --browser",
  };
}

const INSTALL: Partial<Record<typeof Deno.build.os, string>> & { readonly linux: string } = {
  linux: "Install WebKitGTK: the package libwebkitgtk-6.0-4 on Debian and Ubuntu, webkitgtk6.0 on Fedora, " +
    "webkitgtk-6.0 on Arch.",
  darwin: "Install Kedge again: its window library is missing or damaged.",
  windows: "Install the WebView2 runtime from Microsoft.",
};

/** The loader's message in the user's words: the part that is not there. */
function missingPart(message: string, os: typeof Deno.build.os): string {
  const file = /(lib[\w.+-]+\.so[\w.]*): cannot open/.exec(message)?.[1];
  if (file) return `${file} is not installed`;
  return os === "windows" ? "the WebView2 runtime did not start" : message.replace(/[.\s]+$/, "");
}
