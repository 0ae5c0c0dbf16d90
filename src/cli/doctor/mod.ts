import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { findGo } from "../../core/actions/go.ts";
import { visible } from "../../core/bundle/mod.ts";
import { readConfigFile } from "../../core/config_file/mod.ts";
import { createKeychain } from "../../core/keychain/mod.ts";
import { kedgePaths } from "../../core/paths.ts";
import { hostSystem, sessionType } from "../../core/platform/mod.ts";
import { findWebview } from "../../core/platform/webview.ts";
import { createShortcut } from "../../tray/shortcut/mod.ts";
import { watchHost } from "../../tray/systray/host.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { colorsFor } from "../report.ts";
import { type Check, checks, doctorText, type Facts } from "./checks.ts";

/** `--doctor`: what was found and what is missing, each with the next step. */
export async function run({ json }: Args): Promise<number> {
  const found = checks(await gather()).map(printable);
  const ok = found.every(({ status }) => status !== "missing");
  if (json) console.log(JSON.stringify({ ok, checks: found }));
  else console.log(doctorText(found, colorsFor(Deno.stdout)).trimEnd());
  return ok ? EXIT.done : EXIT.failed;
}

async function gather(): Promise<Facts> {
  const config = await configuration();
  const running = await isRunning();
  const [keychain, go, webview, trayHost, shortcutProblem] = await Promise.all([
    createKeychain().status(),
    findGo(),
    findWebview(),
    hostSystem().name === "linux" ? linuxTrayHost() : null,
    running ? null : tryShortcut(config.shortcut),
  ]);
  const env = (name: string) => Deno.env.get(name) || undefined;
  const profile = env("AWS_PROFILE");
  const files = ["config", "credentials"].map((name) => join(homedir(), ".aws", name));
  return {
    config,
    keychain,
    go,
    webview,
    session: sessionType(),
    running,
    shortcutProblem,
    trayHost,
    aws: {
      keys: env("AWS_ACCESS_KEY_ID") !== undefined,
      files: files.some(existsSync),
      ...(profile ? { profile } : {}),
    },
  };
}

async function configuration(): Promise<Facts["config"]> {
  const { config: file } = kedgePaths();
  const { status, config, diagnostics } = await readConfigFile(file);
  const { ssoStartUrl, ssoRegion } = config;
  return {
    file,
    status,
    problems: diagnostics.length,
    shortcut: config.globalShortcut,
    ...(ssoStartUrl ? { ssoStartUrl } : {}),
    ...(ssoRegion ? { ssoRegion } : {}),
  };
}

/** Whether a Kedge holds the home's lock. */
async function isRunning(): Promise<boolean> {
  const lock = await Deno.open(join(kedgePaths().home, "instance.lock"), { write: true }).catch(() => null);
  if (!lock) return false;
  const free = await lock.tryLock(true);
  lock.close();
  return !free;
}

/** Registers the shortcut and gives it back at once. */
async function tryShortcut(text: string): Promise<Facts["shortcutProblem"]> {
  let problem: Facts["shortcutProblem"] = null;
  const shortcut = createShortcut({ onPress: () => {}, onProblem: (found) => problem = found });
  await shortcut.set(text);
  await shortcut.stop();
  return problem;
}

async function linuxTrayHost(): Promise<string | null> {
  let why: string | null = null;
  const stop = await watchHost((now) => why = now);
  stop();
  return why;
}

/** Values of the configuration and of other programs are shown, never obeyed. */
function printable(check: Check): Check {
  return { ...check, detail: visible(check.detail), ...(check.hint ? { hint: visible(check.hint) } : {}) };
}
