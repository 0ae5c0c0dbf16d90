import { findProgram } from "../../platform/mod.ts";
import { OWN_VARIABLES } from "../../platform/own_environment.ts";
import { type Hop, hopText } from "../address.ts";
import { takePlace } from "../places.ts";
import { type Asking, mayAsk, useWay } from "../questions.ts";
import { type Destination, type Way, WayError } from "../way.ts";
import { circleOf } from "./circle.ts";
import { sshArguments } from "./command.ts";
import { startSsh } from "./process.ts";
import { SshStream } from "./stream.ts";

/** How long one may take to open while nobody is asked, in ms. */
const OPENING_LIMIT = 30_000;
/** How long the configuration may take to be looked at before ssh starts, in ms; it may look names up. */
const LOOK = 300;

/** Ways that are being signed in to: who needs the same one waits, so that it is asked for once. */
const signingIn = new Map<string, Promise<void>>();
/** Ways to which the last sign-in needed no answer: nobody waits for them. */
const quiet = new Set<string>();

/**
 * The way over hops by the user's own `ssh`: its configuration, agent, keys and known hosts are used as they are, and its
 * standard input and output are the connection, so that nobody else can reach it.
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
  const free = takePlace();
  const leave = useWay(way);
  void stream.ended.then(() => {
    free();
    leave();
  });
  const program = await findProgram("ssh");
  if (program === null) throw new WayError("WAY_ABSENT", "ssh was not found");
  const signedIn = quiet.has(way) ? () => {} : await turn(stream, way);
  if (stream.destroyed) return signedIn();

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
  // Without a terminal it asks where it is told to, or not at all.
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

/** Waits until nobody else is signing in to the same way; then it is this one's turn, until the given function is called. */
async function turn(stream: SshStream, way: string): Promise<() => void> {
  for (let other; (other = signingIn.get(way)) && !stream.destroyed;) {
    await Promise.race([other, stream.ended]);
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  signingIn.set(way, promise);
  return () => {
    if (signingIn.get(way) === promise) signingIn.delete(way);
    resolve();
  };
}

/** The user's own environment without what is Kedge's; with what it asks by. */
function environment(asking: Asking | null): Record<string, string> {
  const own = Object.entries(Deno.env.toObject()).filter(([name]) =>
    !OWN_VARIABLES.test(name) || /^AWS_/i.test(name)
  );
  return {
    ...Object.fromEntries(own),
    ...(asking && {
      SSH_ASKPASS: asking.program,
      SSH_ASKPASS_REQUIRE: "force",
      // Older ones ask by a program only where there is a display.
      DISPLAY: Deno.env.get("DISPLAY") || ":0",
      KEDGE_ASKPASS: asking.token,
    }),
  };
}
