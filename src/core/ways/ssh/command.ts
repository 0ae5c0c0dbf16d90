import { type Hop, hopText } from "../address.ts";
import type { Destination } from "../way.ts";

/** How long one computer may take until it has answered, in s. */
const CONNECT = 10;
/** After so much silence, in s, it is asked whether it is there; after so many unanswered questions it is gone. */
const ALIVE = 3, ALIVE_COUNT = 2;

/** What Kedge needs of `ssh`, whatever its configuration says; all else is the user's. */
const OPTIONS: readonly string[] = [
  // Steps and the end of the opening are told in its log only.
  "LogLevel=DEBUG2",
  `ConnectTimeout=${CONNECT}`,
  `ServerAliveInterval=${ALIVE}`,
  `ServerAliveCountMax=${ALIVE_COUNT}`,
  "ExitOnForwardFailure=yes",
  "ClearAllForwardings=yes",
  // What is shared with other programs would outlive the connection, or end with theirs.
  "ControlMaster=no",
  "ControlPath=none",
  "PermitLocalCommand=no",
  "ForwardAgent=no",
  "ForwardX11=no",
];

/** The arguments of `ssh` for a stream to a destination, over all hops. */
export function sshArguments(hops: readonly Hop[], { host, port }: Destination): string[] {
  const last = hops.at(-1)!;
  const jumps = hops.slice(0, -1);
  return [
    ...OPTIONS.flatMap((option) => ["-o", option]),
    "-T",
    ...(jumps.length > 0 ? ["-J", jumps.map(hopText).join(",")] : []),
    ...(last.user === undefined ? [] : ["-l", last.user]),
    ...(last.port === undefined ? [] : ["-p", String(last.port)]),
    "-W",
    `${host.includes(":") ? `[${host}]` : host}:${port}`,
    "--",
    last.host.replace(/^\[(.*)\]$/, "$1"),
  ];
}
