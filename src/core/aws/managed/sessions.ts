import { Secret } from "../../secret.ts";
import { callEcs } from "../containers/call.ts";
import type { ResourceTarget } from "../resources/target.ts";
import { callJson } from "../service/json.ts";
import type { Answer } from "../wire/shape.ts";

/** A session with a computer or task that AWS has started. */
export interface StartedSession {
  readonly id: string;
  /** Address of its data channel: `wss://…`. Whoever has it and the token controls the session. */
  readonly url: string;
  readonly token: Secret;
}

const operation = (name: string) => `AmazonSSM.${name}`;

/**
 * Starts a session that forwards to a port of the computer itself, or of a host that the computer reaches.
 * Throws a CloudError.
 */
export async function startPortSession(
  at: ResourceTarget,
  { target, host, port }: { readonly target: string; readonly host: string | null; readonly port: number },
  signal: AbortSignal,
): Promise<StartedSession> {
  const answer = await callJson({
    doing: `starting a session with ${target}`,
    service: "SSM",
    ...at,
    signal,
    // The call is not repeated, because it would start a second session.
    again: false,
    target: operation("StartSession"),
    input: {
      Target: target,
      DocumentName: host === null
        ? "AWS-StartPortForwardingSession"
        : "AWS-StartPortForwardingSessionToRemoteHost",
      Parameters: { portNumber: [String(port)], ...(host === null ? {} : { host: [host] }) },
      Reason: "Kedge: a database",
    },
  });
  return session(answer, ["SessionId", "StreamUrl", "TokenValue"]);
}

/** Starts a session with a command in a container of a task. Throws a CloudError. */
export async function startContainerSession(
  at: ResourceTarget,
  { cluster, task, container, command }: {
    readonly cluster: string;
    readonly task: string;
    readonly container: string;
    readonly command: string;
  },
  signal: AbortSignal,
): Promise<StartedSession> {
  const input = { cluster, task, container, command, interactive: true };
  // A repeated call would start a second session.
  const answer = await callEcs(at, `opening a terminal in ${container}`, "ExecuteCommand", input, signal, {
    again: false,
  });
  return session(answer.object("session"), ["sessionId", "streamUrl", "tokenValue"]);
}

function session(answer: Answer, [id, url, token]: readonly [string, string, string]): StartedSession {
  return {
    id: answer.text(id, 96),
    url: answer.text(url, 2500),
    token: new Secret(answer.text(token, 8192)),
  };
}

/**
 * Returns a new token for the data channel of a session whose connection was lost; null when AWS has ended
 * the session. Throws a CloudError.
 */
export async function resumeSession(
  target: ResourceTarget,
  id: string,
  signal: AbortSignal,
): Promise<Secret | null> {
  const answer = await callJson({
    doing: `taking up the session ${id} again`,
    service: "SSM",
    ...target,
    signal,
    target: operation("ResumeSession"),
    input: { SessionId: id },
  });
  const token = answer.maybeText("TokenValue", 8192);
  return token ? new Secret(token) : null;
}

/** Ends a session. Throws a CloudError. */
export async function endSession(
  target: ResourceTarget,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  await callJson({
    doing: `ending the session ${id}`,
    service: "SSM",
    ...target,
    signal,
    target: operation("TerminateSession"),
    input: { SessionId: id },
  });
}
