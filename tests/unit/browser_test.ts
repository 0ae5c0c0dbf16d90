import { deepEqual } from "node:assert/strict";
import { readSources } from "../support/house/sources.ts";

/** Everything that opens a browser, and what of the user's leads there. A new line here needs such a reason. */
const OPENERS: Readonly<Record<string, string>> = {
  "src/cli/accounts/console.ts": "the command --console",
  "src/cli/accounts/sign_in.ts": "the command --sign-in",
  "src/cli/start/browser.ts": "a start with --browser, and a later start that summons it",
  "src/cli/start/credential_services.ts": "the command openConsole",
  "src/cli/start/desktop.ts": "what tray/windows/mod.ts hands on",
  "src/cli/start/services.ts": "the commands signIn and openSignInAddress: attempt.ts alone is given it",
  "src/cli/start/surface.ts": "what the two below it and --browser hand on",
  "src/core/app/features/credentials/credentials.ts": "the command openConsole",
  "src/core/app/features/sign_in/attempt.ts": "the commands signIn and openSignInAddress",
  "src/pages/http/connection.ts": "a click on a page's own link",
  "src/pages/http/options.ts": "none: the type of it",
  "src/pages/http/reports.ts": "a click on a link of a report, asked about first",
  "src/pages/http/serve.ts": "what connection.ts and reports.ts do",
  "src/ui/pages/dialog/report.tsx": "the button of a report",
  "src/tray/windows/options.ts": "none: the type of it",
  "src/tray/windows/mod.ts": "a click in a window, and windows that the user wants in the browser",
};

Deno.test("a browser is opened only where a command of the user leads", async () => {
  const opens = /\b(openInBrowser|openAddress|openLink|browserOpener)\(/;
  const found = (await readSources("main.ts", "src"))
    .filter(({ path, code }) => !path.startsWith("src/core/platform/") && opens.test(code))
    .map(({ path }) => path);
  deepEqual(found.sort(), Object.keys(OPENERS).sort());
});

Deno.test("nothing that looks by itself can open a browser: of the sign-in only what a command begins knows how", async () => {
  const parts = (await readSources("main.ts", "src"))
    .filter(({ path }) => path.startsWith("src/core/app/features/sign_in/") && !path.endsWith("/parts.ts"));
  const knowing = parts.filter(({ code }) => /\bopenAddress\b/.test(code)).map(({ path }) => path);
  deepEqual(knowing, ["src/core/app/features/sign_in/attempt.ts"]);
  const timed = parts.filter(({ code }) => /setTimeout|setInterval/.test(code)).map(({ path }) => path);
  deepEqual(timed, ["src/core/app/features/sign_in/session.ts"]);
});
