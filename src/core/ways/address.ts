import { parseSsm, type SsmAddress, ssmText } from "./ssm/address.ts";

/** One computer on the way to a server, as it is named to `ssh`: a host, or a name in ssh's configuration. */
export interface Hop {
  readonly user?: string;
  readonly host: string;
  readonly port?: number;
}

/** The parsed address of a way. */
type WayAddress =
  /** The computers in the order in which the connection passes them; the last one connects to the server. */
  | { readonly kind: "ssh"; readonly hops: readonly Hop[] }
  /** A managed computer, or the tasks of a service, in an AWS account. */
  | { readonly kind: "ssm"; readonly at: SsmAddress };

/** Why a text is not the address of a way. */
interface AddressFault {
  readonly fault: string;
  readonly hint: string;
}

/** Maximum computers on one way. */
const MAX_HOPS = 8;

/** Hosts and users that `ssh` accepts and that no shell in its configuration can interpret as anything else. */
const HOST = /^(?:[A-Za-z0-9_][A-Za-z0-9_.-]*|\[[0-9A-Fa-f:.]+(?:%[A-Za-z0-9_.-]+)?\])$/;
const USER = /^[A-Za-z0-9_.][A-Za-z0-9_.@+=-]*$/;
const SCHEME = "ssh://";
const LIKE_THIS = "Write it like ssh://user@bastion:22, or ssh:// and a name of ~/.ssh/config";

/** Parses the address of a way: `ssh://user@first:22,user@second`, or `ssm://ACCOUNT/ROLE/i-…`. */
export function parseWay(text: string): WayAddress | AddressFault {
  if (text.startsWith("ssm://")) {
    const at = parseSsm(text);
    return "fault" in at ? at : { kind: "ssm", at };
  }
  if (/^ssh:\/\/[^/]*:[^@/,]*@/i.test(text)) {
    return {
      fault: "holds a password",
      hint: "Take it out: no password stands in this file. ssh asks for it when it is needed",
    };
  }
  if (!text.startsWith(SCHEME)) return { fault: "does not begin with ssh:// or ssm://", hint: LIKE_THIS };
  const parts = text.split(",");
  if (parts.length > MAX_HOPS) {
    return {
      fault: `leads over more than ${MAX_HOPS} computers`,
      hint: "Let ~/.ssh/config name some of them",
    };
  }
  const hops: Hop[] = [];
  for (const part of parts) {
    const hop = hopOf(part.startsWith(SCHEME) ? part.slice(SCHEME.length) : part);
    if ("fault" in hop) return hop;
    if (hops.some((one) => hostAndPort(one) === hostAndPort(hop))) {
      return { fault: "passes the same computer twice", hint: "Name each one once, in the order of the way" };
    }
    hops.push(hop);
  }
  return { kind: "ssh", hops };
}

function hopOf(text: string): Hop | AddressFault {
  const at = text.lastIndexOf("@");
  const user = at < 0 ? undefined : text.slice(0, at);
  const [, host = "", digits] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(text.slice(at + 1)) ?? [];
  if (/^-/.test(user ?? host) || /^-/.test(host)) {
    return { fault: "holds what a program would take for an option", hint: LIKE_THIS };
  }
  if (user !== undefined && (!USER.test(user) || user.length > 200)) {
    return { fault: "holds no user name that it can be given", hint: "Give it a name in ~/.ssh/config" };
  }
  const port = digits === undefined ? undefined : Number(digits);
  if (!HOST.test(host) || host.length > 255 || port === 0 || (port ?? 0) > 65_535) {
    return { fault: "does not name a host", hint: LIKE_THIS };
  }
  return { ...(user === undefined ? {} : { user }), host, ...(port === undefined ? {} : { port }) };
}

/** Returns the host and port of a hop, whoever signs in there. */
const hostAndPort = ({ host, port = 22 }: Hop) => `${host.toLowerCase()}:${port}`;

/** Returns a hop as people and `ssh` write it: `user@bastion:2222`. */
export function hopText({ user, host, port }: Hop): string {
  return `${user === undefined ? "" : `${user}@`}${host}${port === undefined ? "" : `:${port}`}`;
}

/** Returns the parts of a way in their order, for people: `me@first`, `me@second`; `i-0abc in 123456789012`. */
export function wayParts(via: string): readonly string[] {
  const way = parseWay(via);
  if ("fault" in way) return [via];
  return way.kind === "ssh" ? way.hops.map(hopText) : [ssmText(way.at)];
}

/** Returns the way for people: `me@bastion`, `me@first, then me@second`. */
export function wayText(via: string): string {
  return wayParts(via).join(", then ");
}
