import { ownProperty } from "../own_property.ts";
import { hopText, parseWay } from "./address.ts";
import { ssmWords } from "./ssm/words.ts";
import type { Destination, WayCode } from "./way.ts";

type Words = readonly [message: string, hint: string];

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
  const silent: Words = [
    `${bastion} did not answer${detail}`,
    "Check the network, the VPN, and whether the computer runs. Firewalls swallow connections like this.",
  ];
  const all = {
    WAY_ABSENT: [
      `there is no ssh on this computer${detail}`,
      "Install OpenSSH's client (Debian: openssh-client; Windows: Settings, optional features).",
    ],
    WAY_DENIED: [
      `${bastion} does not let you in${detail}`,
      `Check user and key: the same must work in a terminal: ${tried}`,
    ],
    WAY_KEY_UNKNOWN: [
      `the key of a computer on the way was not confirmed${detail}`,
      `Nothing was sent. Connect again and compare the fingerprint, or once in a terminal: ${tried}`,
    ],
    WAY_KEY_CHANGED: [
      `a computer on the way shows another host key than the one that is known${detail}`,
      "Nothing was sent: somebody may stand in between. Ask who runs it whether its key was changed; only " +
      "then forget the old one and connect again.",
    ],
    WAY_NAME: [
      `a computer on the way is not known by that name${detail}`,
      "Check its spelling, ~/.ssh/config and the network.",
    ],
    WAY_REFUSED: [`no SSH server accepts connections there${detail}`, "Check host and port of “via”."],
    WAY_UNREACHABLE: silent,
    WAY_TIMEOUT: silent,
    WAY_FOREIGN: [
      `what answers on the way does not speak SSH as it should, or hung up${detail}`,
      `Check host and port of “via”, and try it in a terminal: ${tried}`,
    ],
    WAY_HOP: [
      `a computer on the way to ${bastion} cannot lead on${detail}`,
      `Check the order of “via”, and try it in a terminal: ${tried}`,
    ],
    WAY_TARGET: [
      `${bastion} cannot reach ${there}${detail}`,
      "Host and port are those that the last computer of the way sees: check them, and that its network may " +
      "connect to the server.",
    ],
    WAY_PROHIBITED: [
      `${bastion} may not lead to ${there}${detail}`,
      "Its SSH server forbids it (AllowTcpForwarding, PermitOpen): ask who runs it.",
    ],
    WAY_CONFIG: [
      `ssh does not understand its configuration${detail}`,
      `Fix ~/.ssh/config, or “via”; in a terminal the same shows: ${tried}`,
    ],
    WAY_CIRCLE: [
      `the way to ${bastion} leads in a circle${detail}`,
      "Fix ProxyJump in ~/.ssh/config: a computer must not be reached through itself.",
    ],
    WAY_CANCELLED: [
      `what ${bastion} or its key asked for was not answered`,
      "Nothing was sent. Connect again to be asked again.",
    ],
    WAY_MANY: [text, "Close tabs and windows of servers that are reached so, then try again."],
  } satisfies Partial<Record<WayCode, Words>>;
  const [message, hint] = ownProperty<Words>(all, code) ?? [
    `the way through ${bastion} ended${detail}`,
    `Try again; if it stays so, try it in a terminal: ${tried}`,
  ];
  return { message, hint };
}
