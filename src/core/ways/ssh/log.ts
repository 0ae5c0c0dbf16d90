import { oneLine } from "../../text/outside.ts";
import { type WayCode, WayError } from "../way.ts";

/** Maximum characters of a line and of all kept lines, because a banner may be endless. */
const MAX_LINE_LENGTH = 2000, MAX_KEPT = 16_000;
/** Start of the line in which ssh tells its own version. */
const VERSION = "debug1: Local version string ";
/** First OpenSSH version that marks questions of servers, as major * 100 + minor. */
const MARKS_SINCE = 805;
/** Maximum characters shown of ssh's message. */
const SHOWN = 300;

/** Meanings of ssh's lines, the most certain first, because a failure on one computer causes further messages. */
const MEANINGS: readonly (readonly [WayCode, RegExp])[] = [
  ["WAY_KEY_CHANGED", /REMOTE HOST IDENTIFICATION HAS CHANGED|^Host key for \S+ has changed/],
  ["WAY_KEY_UNKNOWN", /^Host key verification failed|^No \S+ host key is known for/],
  [
    "WAY_CONFIG",
    /Bad configuration option|Bad owner or permissions|bad configuration options|unknown option/,
  ],
  ["WAY_CONFIG", /^command-line line \d+|illegal option|^Bad stdio forwarding/],
  ["WAY_DENIED", /Permission denied|Too many authentication failures|[Nn]o more authentication methods/],
  ["WAY_NAME", /Could not resolve hostname/],
  ["WAY_REFUSED", /connect to (host|address) .*Connection refused/],
  [
    "WAY_TIMEOUT",
    /timed out during banner exchange|connect to (host|address) .*timed out|^Connection timed out/,
  ],
  ["WAY_UNREACHABLE", /connect to (host|address) /],
  ["WAY_PROHIBITED", /open failed: administratively prohibited/],
  ["WAY_TARGET", /open failed: |stdio forwarding failed/],
  ["WAY_LOST", /^Timeout, server .* not responding|client_loop: send disconnect|^packet_write_wait/],
  [
    "WAY_FOREIGN",
    /banner|kex_exchange_identification|Bad remote protocol|Unable to negotiate|protocol version/i,
  ],
  ["WAY_FOREIGN", /^Connection (closed|reset) by|^ssh_dispatch_run_fatal|Bad packet length/],
];

/** Lines that do not describe a fault: debug output, and the totals that ssh prints at its end. */
const BESIDE = /^debug\d: |^Transferred: sent |^Bytes per second: sent /;

/** The steps of opening ssh's way that its log reveals. */
export type SshStep = "signing-in" | "signed-in" | "open";

const STEPS: readonly (readonly [SshStep, RegExp])[] = [
  ["signing-in", /^debug1: Authenticating to /],
  ["signed-in", /^Authenticated to /],
  ["open", /^debug2: channel \d+: open confirm /],
];

/** Reads ssh's standard error: the steps in its log, and its messages about faults. */
export type SshLog = ReturnType<typeof createSshLog>;

/** Creates a reader that keeps a limited number of lines. */
export function createSshLog(onStep: (step: SshStep) => void) {
  let rest = "", kept = 0, signedIn = false, versionRead = false, marksServers = false;
  const lines: string[] = [];

  function line(text: string): void {
    // Only the first such line is ssh's own, written before it reads anything of a server: a later one may be
    // a line of a server's banner, which ssh prints as it is.
    if (!versionRead && text.startsWith(VERSION)) {
      versionRead = true;
      const version = /^SSH-2\.0-OpenSSH_(?:for_Windows_)?(\d+)\.(\d+)/.exec(text.slice(VERSION.length));
      marksServers = version !== null && Number(version[1]) * 100 + Number(version[2]) >= MARKS_SINCE;
    }
    const step = STEPS.find(([, pattern]) => pattern.test(text))?.[0];
    signedIn ||= step === "signed-in";
    if (step) onStep(step);
    if (step || text === "" || BESIDE.test(text)) return;
    lines.push(text);
    kept += text.length;
    while (kept > MAX_KEPT) kept -= lines.shift()!.length;
  }

  return {
    /** Whether this `ssh` marks questions that come from a server: they begin with (user@host). */
    get marksServers() {
      return marksServers;
    },
    take(text: string) {
      const parts = (rest + text).split("\n");
      rest = parts.pop()!.slice(0, MAX_LINE_LENGTH);
      for (const part of parts) line(part.slice(0, MAX_LINE_LENGTH).replace(/\r$/, ""));
    },
    /** Returns the error that the messages describe; `over` tells that the way was open before. */
    error(over: boolean): WayError {
      if (rest !== "") line(rest);
      rest = "";
      for (const [code, pattern] of MEANINGS) {
        const matching = lines.find((text) => pattern.test(text));
        if (matching === undefined) continue;
        if (code === "WAY_KEY_CHANGED") return new WayError(code, changedKey(lines));
        if (over) return new WayError("WAY_LOST", shown(matching));
        // The last computer was not reached yet, so an earlier one could not connect to the next.
        const hop = !signedIn && (code === "WAY_TARGET" || code === "WAY_PROHIBITED");
        return new WayError(hop ? "WAY_HOP" : code, shown(matching));
      }
      return new WayError(over ? "WAY_LOST" : "WAY_FAILED", shown(lines.slice(-3).join(" ")));
    },
  };
}

const shown = (text: string) => oneLine(text.replace(/^(ssh|channel \d+): /, ""), { longest: SHOWN });

/** Returns where the known key is saved and what the new one is, as far as ssh tells. */
function changedKey(lines: readonly string[]): string {
  const all = lines.join("\n");
  const host = /^Host key for (\S+) has changed/m.exec(all)?.[1];
  const knownKey = /^Offending \S+ key in (.+):(\d+)$/m.exec(all);
  const print = /^(SHA256:[A-Za-z0-9+/=]{20,60})\.?$/m.exec(all)?.[1];
  const known = knownKey ? `The known one is in line ${knownKey[2]} of ${knownKey[1]}` : "";
  const remove = host && knownKey && /^[\w.:[\]%-]+$/.test(host) && /^[^"$`\\!\n]+$/.test(knownKey[1]!)
    ? `ssh-keygen -f "${knownKey[1]}" -R "${host}"`
    : host && /^[\w.:[\]%-]+$/.test(host)
    ? `ssh-keygen -R "${host}"`
    : "";
  return oneLine(
    [print && `the new one is ${print}`, known, remove && `to forget it: ${remove}`].filter(Boolean).join(
      ". ",
    ),
    { longest: 600 },
  );
}
