import { Secret } from "../../secret.ts";
import { callEcs } from "../containers/call.ts";
import type { ResourceTarget } from "../resources/target.ts";
import { callSsm } from "../service/operations.ts";
import type { Answer } from "../wire/shape.ts";

/** A session with a computer or task that AWS has started. */
export interface StartedSession {
  readonly id: string;
  /** Address of its data channel: `wss://…`. Whoever has it and the token controls the session. */
  readonly url: string;
  readonly token: Secret;
}

/**
 * Starts a session that forwards to a port of the computer itself, or of a host that the computer reaches.
 * Throws a CloudError.
 */
export async function startPortSession(
  at: ResourceTarget,
  { target, host, port }: { readonly target: string; readonly host: string | null; readonly port: number },
  signal: AbortSignal,
): Promise<StartedSession> {
  const input = {
    Target: target,
    DocumentName: host === null
      ? "AWS-StartPortForwardingSession"
      : "AWS-StartPortForwardingSessionToRemoteHost",
    Parameters: { portNumber: [String(port)], ...(host === null ? {} : { host: [host] }) },
    Reason: "Kedge: a database",
  };
  // A repeated call would start a second session.
  const answer = await callSsm(at, `starting a session with ${target}`, "StartSession", input, signal, {
    again: false,
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
  const doing = `taking up the session ${id} again`;
  const answer = await callSsm(target, doing, "ResumeSession", { SessionId: id }, signal);
  const token = answer.maybeText("TokenValue", 8192);
  return token ? new Secret(token) : null;
}

/** Ends a session. Throws a CloudError. */
export async function endSession(target: ResourceTarget, id: string, signal: AbortSignal): Promise<void> {
  await callSsm(target, `ending the session ${id}`, "TerminateSession", { SessionId: id }, signal);
}
