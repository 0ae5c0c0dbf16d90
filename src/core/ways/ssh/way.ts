import { findProgram } from "../../platform/mod.ts";
import { PRIVATE_VARIABLES } from "../../platform/private_environment.ts";
import { type Hop, hopText } from "../address.ts";
import { takeSlot } from "../slots.ts";
import { type Asking, mayAsk, useWay } from "../questions.ts";
import { type Destination, type Way, WayError } from "../way.ts";
import { startSsh } from "./process.ts";
import { SshStream } from "./stream.ts";
import { run } from "../../platform/run.ts";
import { oneLine } from "../../text/outside.ts";

/** Maximum time for opening a way, ms. It starts again after each question to the user. */
const OPENING_LIMIT = 30_000;
/** Time for checking ssh's configuration before ssh starts, ms; the check may look up names. */
const LOOK = 300;

/** Ways with a running sign-in. Another stream of the same way waits, so that the user is asked once. */
const signingIn = new Map<string, Promise<void>>();
/** Ways whose last sign-in needed no answer; nobody waits for them. */
const quiet = new Set<string>();

/**
 * Creates the way over hops by the user's own `ssh`: its configuration, agent, keys and known hosts apply
 * unchanged. Its standard input and output are the connection, so that no other user can reach it.
 */
export function sshWay(hops: readonly Hop[]): Way {
  const way = hops.map(hopText).join(", then ");
  return {
    open(to, onStep = () => {}) {
      const stream = new SshStream();
      void begin(stream, hops, way, to, onStep).catch((error) => stream.destroy(error));
      return stream;
    },
  };
}

async function begin(
  stream: SshStream,
  hops: readonly Hop[],
  way: string,
  to: Destination,
  onStep: (step: string) => void,
): Promise<void> {
  const free = takeSlot();
  const leave = useWay(way);
  void stream.ended.then(() => {
    free();
    leave();
  });
  const program = await findProgram("ssh");
  if (program === null) throw new WayError("WAY_ABSENT", "ssh was not found");
  const signedIn = quiet.has(way) ? () => {} : await turn(stream, way);
  // Whatever fails from here on, the next stream gets its turn.
  void stream.ended.then(signedIn);
  if (stream.destroyed) return;

  const last = hops.at(-1)!.host;
  const steps = {
    connecting: `Connecting to ${hops[0]!.host}…`,
    "signing-in": `Signing in to ${last}…`,
    "signed-in": `Asking ${last} for ${to.host}:${to.port}…`,
  };
  let limit: ReturnType<typeof setTimeout> | undefined;
  const watch = () => {
    clearTimeout(limit);
    limit = setTimeout(
      () => stream.fail("WAY_TIMEOUT", `nothing came for ${OPENING_LIMIT / 1000} s`),
      OPENING_LIMIT,
    );
  };
  let asked = false, settled = false;
  const asking = await mayAsk({ way, to, stream }, {
    onAsking(waits) {
      asked = true;
      if (settled) return;
      if (waits) clearTimeout(limit);
      else watch();
      onStep(waits ? `Waiting for your answer to ${last}…` : steps["signing-in"]);
    },
    onCancel: () => stream.fail("WAY_CANCELLED", ""),
  });
  const settle = (worked: boolean) => {
    if (settled) return;
    settled = true;
    asking?.done(worked);
    if (worked && !asked) quiet.add(way);
    else quiet.delete(way);
    signedIn();
  };
  void stream.ended.then(() => {
    clearTimeout(limit);
    settle(false);
  });
  stream.once("connect", () => {
    clearTimeout(limit);
    settle(true);
  });
  onStep(steps.connecting);
  watch();
  // Without a terminal ssh asks through its askpass program, or not at all.
  const alone = asking !== null || !Deno.stdin.isTerminal() && !Deno.stderr.isTerminal();
  const env = environment(asking);
  const stop = new AbortController();
  void stream.ended.then(() => stop.abort());
  const looked = circleOf(program, hops[0]!, env, stop.signal).then((circle) => {
    if (circle !== null) stream.fail("WAY_CIRCLE", circle);
  });
  await Promise.race([looked, new Promise((resolve) => Deno.unrefTimer(setTimeout(resolve, LOOK)))]);
  if (stream.destroyed) return;
  const ssh = await startSsh(program, sshArguments(hops, to), env, alone);
  stream.attach(ssh, (step) => {
    if (step === "open") return;
    if (step === "signed-in") settle(true);
    onStep(steps[step]);
  });
}

/** Waits until nobody else is signing in to the same way; then reserves it until the returned function is called. */
async function turn(stream: SshStream, way: string): Promise<() => void> {
  for (let other; (other = signingIn.get(way)) && !stream.destroyed;) {
    await Promise.race([other, stream.ended]);
  }
  // It must not take the place of one that is signing in.
  if (stream.destroyed) return () => {};
  const { promise, resolve } = Promise.withResolvers<void>();
  signingIn.set(way, promise);
  return () => {
    if (signingIn.get(way) === promise) signingIn.delete(way);
    resolve();
  };
}

/** Returns the user's environment without Kedge's variables, plus those for asking questions. */
function environment(asking: Asking | null): Record<string, string> {
  const variables = Object.entries(Deno.env.toObject()).filter(([name]) =>
    !PRIVATE_VARIABLES.test(name) || /^AWS_/i.test(name)
  );
  return {
    ...Object.fromEntries(variables),
    ...(asking && {
      SSH_ASKPASS: asking.program,
      SSH_ASKPASS_REQUIRE: "force",
      // Older versions use the askpass program only when DISPLAY is set.
      DISPLAY: Deno.env.get("DISPLAY") || ":0",
      KEDGE_ASKPASS: asking.token,
    }),
  };
}

/** Maximum time for one computer to answer, s. */
const CONNECT = 10;
/**
 * Seconds of silence after which ssh sends a request, and number of unanswered requests after which the
 * connection counts as lost.
 */
const ALIVE = 3, ALIVE_COUNT = 2;

/** Options of `ssh` that Kedge needs, whatever its configuration contains; all others are the user's. */
const OPTIONS: readonly string[] = [
  // Only its log reveals the steps and the success of opening.
  "LogLevel=DEBUG2",
  `ConnectTimeout=${CONNECT}`,
  `ServerAliveInterval=${ALIVE}`,
  `ServerAliveCountMax=${ALIVE_COUNT}`,
  "ExitOnForwardFailure=yes",
  "ClearAllForwardings=yes",
  // A connection shared with other programs would outlive this one, or end with theirs.
  "ControlMaster=no",
  "ControlPath=none",
  "PermitLocalCommand=no",
  "ForwardAgent=no",
  "ForwardX11=no",
];

/** Returns the arguments of `ssh` for a stream to a destination, over all hops. */
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

/**
 * Maximum computers that `ProxyJump` may lead over, and maximum time for ssh to print its configuration for a
 * name, ms.
 */
const MAX_COUNT = 12, LIMIT = 5000;
/** The computer that ssh passes before the named one; the first one of several. */
const JUMP = /^(?:[^\s,@]*@)?(\[[^\],]*\]|[^\s,:]+)(?::(\d+))?/;
/** Tokens in `ProxyJump` that stand for a part of the name. */
const TOKENS: Readonly<Record<string, string>> = { h: "hostname", p: "port", r: "user" };

/**
 * Returns the names of an endless `ProxyJump` chain in ssh's own configuration, in their order. ssh would
 * start a new process for each step of it. Returns null when the chain ends, or ssh does not print it.
 */
async function circleOf(
  program: string,
  first: Hop,
  env: Record<string, string>,
  signal: AbortSignal,
): Promise<string | null> {
  const passed: string[] = [];
  for (let { host, port, user }: Hop = first;;) {
    const name = port === undefined ? host : `${host}:${port}`;
    const again = passed.includes(name);
    passed.push(name);
    if (again || passed.length > MAX_COUNT) return oneLine(passed.join(", then "), { longest: 500 });
    const asked = await run(program, [
      "-G",
      ...(user === undefined ? [] : ["-l", user]),
      ...(port === undefined ? [] : ["-p", String(port)]),
      "--",
      host.replace(/^\[(.*)\]$/, "$1"),
    ], { env, limit: LIMIT, signal });
    if (!asked.ended || asked.code !== 0) return null;
    const setting = (name: string) => new RegExp(`^${name} (\\S+)$`, "im").exec(asked.stdout)?.[1] ?? "";
    const proxyJump = setting("proxyjump").replace(
      /%([hnpr])/g,
      (_, token: string) => token === "n" ? host : setting(TOKENS[token]!),
    );
    const [, jump, at] = JUMP.exec(proxyJump) ?? [];
    if (jump === undefined || jump === "none" || jump.startsWith("-")) return null;
    [host, port, user] = [jump, at === undefined ? undefined : Number(at), undefined];
  }
}
