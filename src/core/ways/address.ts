import { parseSsm, type SsmAddress, ssmText } from "./ssm/address.ts";

/** One computer on the way to a server, as `ssh` is told of it: a host, or a name of its configuration. */
export interface Hop {
  readonly user?: string;
  readonly host: string;
  readonly port?: number;
}

/** A way as its address says it. */
type WayAddress =
  /** Computers in the order in which they are passed; the last one reaches the server. */
  | { readonly kind: "ssh"; readonly hops: readonly Hop[] }
  /** A managed computer, or the tasks of a service, of an account of AWS. */
  | { readonly kind: "ssm"; readonly at: SsmAddress };

/** Why a text is no address of a way. */
interface AddressFault {
  readonly fault: string;
  readonly hint: string;
}

/** Computers on one way at most. */
const MOST_HOPS = 8;

/** What `ssh` takes as a host and a user without a shell of its configuration ever reading more into it. */
const HOST = /^(?:[A-Za-z0-9_][A-Za-z0-9_.-]*|\[[0-9A-Fa-f:.]+(?:%[A-Za-z0-9_.-]+)?\])$/;
const USER = /^[A-Za-z0-9_.][A-Za-z0-9_.@+=-]*$/;
const SCHEME = "ssh://";
const LIKE_THIS = "Write it like ssh://user@bastion:22, or ssh:// and a name of ~/.ssh/config";

/** Reads the address of a way: `ssh://user@first:22,user@second`, or `ssm://ACCOUNT/ROLE/i-…`. */
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
  if (parts.length > MOST_HOPS) {
    return {
      fault: `leads over more than ${MOST_HOPS} computers`,
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

/** Where a hop is, whoever signs in there. */
const hostAndPort = ({ host, port = 22 }: Hop) => `${host.toLowerCase()}:${port}`;

/** A hop as people and `ssh` write it: `user@bastion:2222`. */
export function hopText({ user, host, port }: Hop): string {
  return `${user === undefined ? "" : `${user}@`}${host}${port === undefined ? "" : `:${port}`}`;
}

/** What a way passes, in its order, for people: `me@first`, `me@second`; `i-0abc in 123456789012`. */
export function wayParts(via: string): readonly string[] {
  const way = parseWay(via);
  if ("fault" in way) return [via];
  return way.kind === "ssh" ? way.hops.map(hopText) : [ssmText(way.at)];
}

/** The way for people: `me@bastion`, `me@first, then me@second`. */
export function wayText(via: string): string {
  return wayParts(via).join(", then ");
}
