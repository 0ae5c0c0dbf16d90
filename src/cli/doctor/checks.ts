import type { KeychainStatus } from "../../core/keychain/mod.ts";
import type { SessionType } from "../../core/platform/mod.ts";
import { painter } from "../colours.ts";
import type { Check } from "./check.ts";
import type { Unknown } from "./portal.ts";
import type { SandboxSupport } from "../../core/platform/sandbox.ts";
import type { Go } from "../../core/actions/build/go.ts";
import type { WebviewFound } from "../../core/platform/webview.ts";

/** What the doctor found on the machine, before it judges that. */
export interface Facts {
  readonly config: {
    readonly file: string;
    readonly status: "loaded" | "missing" | "unreadable";
    /** Number of errors, and number of warnings about entries without an effect or with a suspicious value. */
    readonly errors: number;
    readonly warnings: number;
    /** The fault of a file that does not parse, with its position. */
    readonly first?: string;
    readonly shortcut: string;
    readonly ssoStartUrl?: string;
    readonly ssoRegion?: string;
  };
  readonly keychain: KeychainStatus;
  /** The Go that compiles actions, or the message for a user without one. */
  readonly go: Go | { readonly error: string; readonly hint: string };
  readonly sandbox: SandboxSupport;
  readonly webview: WebviewFound;
  /** Whether there is enough memory to keep the palette's window ready for its shortcut. */
  readonly waits: boolean;
  readonly session: SessionType;
  /** Whether a Kedge of this home is running. */
  readonly running: boolean;
  /** Why the shortcut cannot be registered; null when it can. Not tried while Kedge is running or on Wayland. */
  readonly shortcutProblem: { readonly message: string; readonly hint: string } | null;
  /** Why the desktop shows no tray icons; null when it does. */
  readonly trayHost: string | null;
  /** Checks of the portal; empty without a portal. */
  readonly portal: readonly Check[];
  /** The source of credentials without a portal, or why it is not known; null when there is none. */
  readonly aws: { readonly label: string } | Unknown | null;
}

/** Turns the facts into checks. */
export function checks(facts: Facts): Check[] {
  return [
    configuration(facts.config),
    keychain(facts.keychain),
    go(facts.go),
    sandbox(facts.sandbox),
    webview(facts),
    tray(facts),
    shortcut(facts),
    signIn(facts),
    ...facts.portal,
  ];
}

function configuration({ file, status, errors, warnings, first }: Facts["config"]): Check {
  const name = "configuration";
  const look = `See what is wrong: kedge --validate-config`;
  if (status === "missing") {
    return { name, status: "off", detail: `${file} does not exist: the defaults are in force` };
  }
  if (status === "unreadable") {
    return { name, status: "missing", detail: first ?? `${file} cannot be read`, hint: look };
  }
  if (errors > 0) {
    const detail = `${file} has ${errors} ${errors === 1 ? "problem" : "problems"}`;
    return { name, status: "missing", detail, hint: look };
  }
  if (warnings > 0) {
    const detail = `${file}, with ${warnings} ${warnings === 1 ? "warning" : "warnings"}`;
    return { name, status: "found", detail, hint: look };
  }
  return { name, status: "found", detail: file };
}

function keychain(status: KeychainStatus): Check {
  if (status.status === "ready") return { name: "keychain", status: "found", detail: "ready" };
  return { name: "keychain", status: "missing", detail: status.message, hint: status.hint };
}

function go(found: Facts["go"]): Check {
  if ("path" in found) return { name: "go", status: "found", detail: `${found.version} at ${found.path}` };
  return { name: "go", status: "missing", detail: found.error, hint: found.hint };
}

function sandbox({ landlock, seccomp }: SandboxSupport): Check {
  const name = "sandbox";
  if (landlock === null) {
    return { name, status: "off", detail: "this system has none for actions: their review is for reading" };
  }
  const lacks = [
    ...(landlock === 0 ? ["files (Landlock)"] : []),
    ...(landlock > 0 && landlock < 3 && !seccomp ? ["emptying files (Landlock 3)"] : []),
    ...(landlock > 0 && landlock < 6 ? ["signals (Landlock 6)"] : []),
    ...(seccomp ? [] : ["the network (seccomp)"]),
  ];
  if (lacks.length === 0) {
    return {
      name,
      status: "found",
      detail: `actions get what their review says (Landlock ${landlock}, seccomp)`,
    };
  }
  return {
    name,
    status: "off",
    detail: `this kernel does not keep actions from ${lacks.join(", ")} that their review does not name`,
    hint: "A kernel of Linux 6.12 or later with Landlock switched on does.",
  };
}

function webview({ webview: { found, name: what, hint }, session, waits }: Facts): Check {
  const name = "webview";
  if (!found) return { name, status: "missing", detail: `${what} was not found`, hint };
  if (session === "none") {
    return { name, status: "missing", detail: `${what} is there, but there is no display`, hint: NO_DISPLAY };
  }
  const palette = waits
    ? "waits in memory for its shortcut, about 190 MB with the browser engine's code"
    : "is loaded when it is called, because memory is short or KEDGE_WARM_WINDOW=0";
  return { name, status: "found", detail: `${what}; the palette ${palette}` };
}

const NO_DISPLAY = "Start Kedge inside of a desktop session, or with --browser.";

function tray({ session, trayHost }: Facts): Check {
  const name = "tray";
  if (session === "none") return { name, status: "missing", detail: "There is no display", hint: NO_DISPLAY };
  if (trayHost === null) return { name, status: "found", detail: "the desktop shows tray icons" };
  return {
    name,
    status: "missing",
    detail: trayHost,
    hint: "Add a status area to the panel (GNOME: the AppIndicator extension). " +
      "Until then a second start of kedge, or --toggle, opens the palette.",
  };
}

function shortcut({ config, session, running, shortcutProblem }: Facts): Check {
  const name = "shortcut";
  if (config.shortcut === "") return { name, status: "off", detail: 'switched off ("globalShortcut": "")' };
  if (session === "none") return { name, status: "missing", detail: "There is no display", hint: NO_DISPLAY };
  if (shortcutProblem) {
    return { name, status: "missing", detail: shortcutProblem.message, hint: shortcutProblem.hint };
  }
  if (session === "wayland") {
    const where = running ? "the tray menu says whether it has given it" : "it is asked when Kedge starts";
    return { name, status: "off", detail: `${config.shortcut}: up to the desktop, ${where}` };
  }
  const holder = running ? ", which the running Kedge listens to" : "";
  return { name, status: "found", detail: `${config.shortcut}${holder}` };
}

function signIn({ config, aws }: Facts): Check {
  const name = "sign-in";
  // The content of the file is unknown then, so the check does not report missing settings.
  if (config.status === "unreadable" && aws === null) {
    return { name, status: "off", detail: "not known while config.json cannot be read" };
  }
  if (config.ssoStartUrl && config.ssoRegion) {
    return { name, status: "found", detail: `${config.ssoStartUrl} in ${config.ssoRegion}` };
  }
  if (config.ssoStartUrl) {
    const detail = "ssoStartUrl is set and ssoRegion is not";
    return { name, status: "missing", detail, hint: "Set ssoRegion in config.json to the portal's region." };
  }
  if (aws !== null && "label" in aws) return { name, status: "found", detail: aws.label };
  if (aws !== null) {
    const { message: detail, ...hint } = aws;
    return { name, status: "missing", detail, ...hint };
  }
  return {
    name,
    status: "off",
    detail: "no portal and no AWS credentials are set up",
    hint: "Set ssoStartUrl and ssoRegion in config.json, or AWS_PROFILE.",
  };
}

/** Returns the checks as text, one line each with the next step below. */
export function doctorText(checks: readonly Check[], colors: boolean): string {
  const paint = painter(colors);
  const marks = { found: paint("32", "✓"), missing: paint("31", "✗"), off: paint("2", "–") };
  const width = checks.reduce((most, { name }) => Math.max(most, name.length), 0);
  return checks.map(({ name, status, detail, hint }) =>
    `${marks[status]} ${name.padEnd(width)}  ${detail}\n` +
    (hint ? `  ${" ".repeat(width)}  ${paint("36", "→")} ${hint}\n` : "")
  ).join("");
}
