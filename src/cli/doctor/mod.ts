import { mayWait } from "../../tray/windows/may_wait.ts";
import { below } from "../../core/platform/path.ts";
import { lazyImport } from "../../core/lazy_import.ts";
import { spelled } from "../../core/text/hidden.ts";
import { readConfigFile } from "../../core/config_file/read.ts";
import { statOrNull } from "../../core/files/there.ts";
import { createKeychain } from "../../core/keychain/mod.ts";
import { kedgePaths } from "../../core/paths.ts";
import { hostSystem, sessionType } from "../../core/platform/host.ts";
import { findWebview } from "../../core/platform/webview.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { colorsFor } from "../colours.ts";
import type { Check } from "./check.ts";
import { checks, doctorText, type Facts } from "./checks.ts";

/** `--doctor`: prints what was found and what is missing, with the next steps. */
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
  const session = sessionType();
  // Without a display, checks that need one are left out.
  const display = session !== "none";
  const [keychain, go, webview, trayHost, shortcutProblem, portal] = await Promise.all([
    createKeychain().status(),
    toolchain(),
    findWebview(),
    display && hostSystem().name === "linux" ? linuxTrayHost() : null,
    running || !display ? null : tryShortcut(config.shortcut, session),
    portalChecked(config),
  ]);
  return {
    config,
    keychain,
    go,
    sandbox: await sandboxSupport(),
    webview,
    waits: mayWait(),
    session,
    running,
    shortcutProblem,
    trayHost,
    portal,
    aws: await sourceWithoutPortal(config),
  };
}

/** Returns the Go that compiles actions, or the message for a user without one. */
async function toolchain(): Promise<Facts["go"]> {
  const { findGo, noGoMessage } = await lazyImport<typeof import("../../core/actions/build/go.ts")>(
    "../../core/actions/build/go.ts",
    import.meta.url,
  );
  const go = await findGo();
  return "path" in go ? go : noGoMessage(go, true);
}

async function sandboxSupport(): Promise<Facts["sandbox"]> {
  const { sandboxSupport } = await lazyImport<typeof import("../../core/platform/sandbox.ts")>(
    "../../core/platform/sandbox.ts",
    import.meta.url,
  );
  return sandboxSupport();
}

async function configuration(): Promise<Facts["config"]> {
  const { config: file } = kedgePaths();
  const { status, config, diagnostics } = readConfigFile(file, { ownedByUser: true });
  const { ssoStartUrl, ssoRegion } = config;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const first = status === "unreadable"
    ? (await lazyImport<typeof import("../../core/config/unreadable.ts")>(
      "../../core/config/unreadable.ts",
      import.meta.url,
    )).unreadableFault(diagnostics)
    : undefined;
  const position = first?.line === undefined ? file : `${file}:${first.line}:${first.column}`;
  return {
    file,
    status,
    errors: errors.length,
    warnings: diagnostics.length - errors.length,
    ...(first ? { first: `${position}: ${first.message}` } : {}),
    shortcut: config.globalShortcut,
    ...(ssoStartUrl ? { ssoStartUrl } : {}),
    ...(ssoRegion ? { ssoRegion } : {}),
  };
}

/** Returns the checks of the configured portal; empty without a portal. */
async function portalChecked({ ssoStartUrl, ssoRegion }: Facts["config"]): Promise<readonly Check[]> {
  if (!ssoStartUrl || !ssoRegion) return [];
  const { portalChecks, portalFacts } = await lazyImport<typeof import("./portal.ts")>(
    "./portal.ts",
    import.meta.url,
  );
  return portalChecks(await portalFacts({ startUrl: ssoStartUrl, region: ssoRegion }), Date.now());
}

/** Returns the source of credentials where no portal is configured; null with a portal. */
async function sourceWithoutPortal({ ssoStartUrl }: Facts["config"]): Promise<Facts["aws"]> {
  if (ssoStartUrl) return null;
  const { credentialsSource } = await lazyImport<typeof import("./source.ts")>(
    "./source.ts",
    import.meta.url,
  );
  return await credentialsSource();
}

/** Whether a running Kedge holds the lock of the home. */
async function isRunning(): Promise<boolean> {
  const path = below(kedgePaths().home, "instance.lock");
  const lock = statOrNull(path)?.isFile ? await Deno.open(path, { write: true }).catch(() => null) : null;
  if (!lock) return false;
  const free = await lock.tryLock(true);
  lock.close();
  return !free;
}

/**
 * Registers the shortcut, releases it at once and returns the problem; null when it worked. On Wayland the
 * desktop would ask its user and store the shortcut, so only the presence of the portal is checked.
 */
async function tryShortcut(text: string, session: Facts["session"]): Promise<Facts["shortcutProblem"]> {
  const { createShortcut, desktopShortcutProblem } = await lazyImport<
    typeof import("../../tray/shortcut/mod.ts")
  >(
    "../../tray/shortcut/mod.ts",
    import.meta.url,
  );
  if (session === "wayland") return await desktopShortcutProblem();
  let problem: Facts["shortcutProblem"] = null;
  const shortcut = createShortcut({
    onPress: (_, letGo) => letGo?.(),
    onProblem: (found) => problem = found,
  });
  await shortcut.set(text);
  await shortcut.stop();
  return problem;
}

async function linuxTrayHost(): Promise<string | null> {
  const { watchHost } = await lazyImport<typeof import("../../tray/systray/host.ts")>(
    "../../tray/systray/host.ts",
    import.meta.url,
  );
  let why: string | null = null;
  const stop = await watchHost((now) => why = now);
  stop();
  return why;
}

/**
 * Makes control characters visible in values of the configuration and of other programs, so that the terminal
 * does not obey them.
 */
function printable(check: Check): Check {
  return { ...check, detail: spelled(check.detail), ...(check.hint ? { hint: spelled(check.hint) } : {}) };
}
