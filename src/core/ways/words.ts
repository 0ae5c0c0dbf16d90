import { hopText, parseWay } from "./address.ts";
import { ssmWords } from "./ssm/words.ts";
import type { Destination, WayCode } from "./way.ts";

/**
 * Returns what went wrong on a way, and the next step. `text` is the way's own message; `known` is the next
 * step when the way knows one.
 */
export function wayWords(
  via: string,
  to: Destination,
  code: WayCode | (string & Record<never, never>),
  text: string,
  known?: string,
): { readonly message: string; readonly hint: string } {
  const way = parseWay(via);
  if (!("fault" in way) && way.kind === "ssm") return ssmWords(way.at, to, code, text, known);
  const hops = "fault" in way ? [] : way.hops;
  const last = hops.at(-1);
  const bastion = last ? hopText(last) : "the way";
  const there = `${to.host}:${to.port}`;
  const detail = text ? `: ${text}` : "";
  const jumps = hops.slice(0, -1).map(hopText).join(",");
  const port = last?.port === undefined ? "" : ` -p ${last.port}`;
  const name = last && `${last.user === undefined ? "" : `${last.user}@`}${last.host}`;
  const tried = `ssh${jumps && ` -J ${jumps}`}${port} ${name ?? ""}`.trimEnd();
  switch (code) {
    case "WAY_ABSENT":
      return {
        message: `there is no ssh on this computer${detail}`,
        hint: "Install OpenSSH's client (Debian: openssh-client; Windows: Settings, optional features).",
      };
    case "WAY_DENIED":
      return {
        message: `${bastion} does not let you in${detail}`,
        hint: `Check user and key: the same must work in a terminal: ${tried}`,
      };
    case "WAY_KEY_UNKNOWN":
      return {
        message: `the key of a computer on the way was not confirmed${detail}`,
        hint: `Nothing was sent. Connect again and compare the fingerprint, or once in a terminal: ${tried}`,
      };
    case "WAY_KEY_CHANGED":
      return {
        message: `a computer on the way shows another host key than the one that is known${detail}`,
        hint:
          "Nothing was sent: somebody may stand in between. Ask who runs it whether its key was changed; only " +
          "then forget the old one and connect again.",
      };
    case "WAY_NAME":
      return {
        message: `a computer on the way is not known by that name${detail}`,
        hint: "Check its spelling, ~/.ssh/config and the network.",
      };
    case "WAY_REFUSED":
      return {
        message: `no SSH server accepts connections there${detail}`,
        hint: "Check host and port of “via”.",
      };
    case "WAY_UNREACHABLE":
    case "WAY_TIMEOUT":
      return {
        message: `${bastion} did not answer${detail}`,
        hint:
          "Check the network, the VPN, and whether the computer runs. Firewalls swallow connections like this.",
      };
    case "WAY_FOREIGN":
      return {
        message: `what answers on the way does not speak SSH as it should, or hung up${detail}`,
        hint: `Check host and port of “via”, and try it in a terminal: ${tried}`,
      };
    case "WAY_HOP":
      return {
        message: `a computer on the way to ${bastion} cannot lead on${detail}`,
        hint: `Check the order of “via”, and try it in a terminal: ${tried}`,
      };
    case "WAY_TARGET":
      return {
        message: `${bastion} cannot reach ${there}${detail}`,
        hint:
          "Host and port are those that the last computer of the way sees: check them, and that its network may " +
          "connect to the server.",
      };
    case "WAY_PROHIBITED":
      return {
        message: `${bastion} may not lead to ${there}${detail}`,
        hint: "Its SSH server forbids it (AllowTcpForwarding, PermitOpen): ask who runs it.",
      };
    case "WAY_CONFIG":
      return {
        message: `ssh does not understand its configuration${detail}`,
        hint: `Fix ~/.ssh/config, or “via”; in a terminal the same shows: ${tried}`,
      };
    case "WAY_CIRCLE":
      return {
        message: `the way to ${bastion} leads in a circle${detail}`,
        hint: "Fix ProxyJump in ~/.ssh/config: a computer must not be reached through itself.",
      };
    case "WAY_CANCELLED":
      return {
        message: `what ${bastion} or its key asked for was not answered`,
        hint: "Nothing was sent. Connect again to be asked again.",
      };
    case "WAY_MANY":
      return {
        message: text,
        hint: "Close tabs and windows of servers that are reached so, then try again.",
      };
    default:
      return {
        message: `the way through ${bastion} ended${detail}`,
        hint: `Try again; if it stays so, try it in a terminal: ${tried}`,
      };
  }
}
