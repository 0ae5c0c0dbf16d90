// Simulates AWS Systems Manager's StartSession, ResumeSession and TerminateSession, the session of ECS's
// ExecuteCommand, the message gateway and the agent behind it. AWS's own session-manager-plugin works with
// it.
import { Buffer } from "node:buffer";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { type ChildProcess, spawn } from "node:child_process";
import { WebSocketServer } from "ws";
import { readMessage, SMUX, smuxFrame, smuxReader, writeMessage } from "./agent_messages.ts";

/** A started session. */
interface FakeSession {
  readonly id: string;
  /** Token that opens the session's channel; each ResumeSession creates another one. */
  token: string;
  readonly target: string;
  readonly document: string;
  readonly parameters: Readonly<Record<string, readonly string[]>>;
  /** Access key that started the session. */
  readonly key: string;
  status: "started" | "connected" | "disconnected" | "terminated";
  channel: FakeChannel | null;
  /** Whether the client has confirmed data from the shell or a destination. */
  printed: boolean;
  /** Number of connections made to destinations. */
  connections: number;
  /** Command in the container, for a shell. */
  readonly command?: string;
  /** Sizes that the shell's terminal has had. */
  readonly sizes: { readonly cols: number; readonly rows: number }[];
}

interface FakeChannel {
  /** Closes the channel with a message, as AWS does. */
  close(words: string): void;
  /** Cuts the network connection. */
  cut(): void;
  /** Stops all traffic without closing the connection. */
  freeze(): void;
  /** Sends bytes that are not a message. */
  garbage(count: number): void;
}

/** The part of a web socket of `ws` that is used. */
interface ServedSocket {
  readonly readyState: number;
  readonly OPEN: number;
  send(data: Uint8Array): void;
  pause(): void;
  close(): void;
  terminate(): void;
  on(event: "message", listener: (data: Buffer, binary: boolean) => void): void;
  on(event: "error", listener: () => void): void;
  once(event: "close", listener: () => void): void;
}

/** The simulated session manager. */
export interface SessionManager {
  /** Address for `AWS_ENDPOINT_URL`; unknown calls are forwarded to `next`. */
  readonly url: string;
  readonly sessions: FakeSession[];
  /** Actions of clients that AWS or an agent would refuse. */
  readonly faults: string[];
  /** Targets with a reporting agent; null for all. */
  targets: Set<string> | null;
  agentVersion: string;
  /** Computers that Systems Manager knows. */
  computers: { readonly id: string; readonly online: boolean }[];
  /** Every how many data messages one is lost, in each direction; 0 for none. */
  loses: number;
  /** Requests of the agent to the client in addition to the session's type. */
  actions: { ActionType: string; ActionParameters: unknown }[];
  /** Error that replaces the answer to StartSession. */
  refuse: { name: string; message: string } | null;
  /** Error that replaces the answer to ResumeSession. */
  refuseResume: { name: string; message: string } | null;
  /** Whether the gateway refuses connections, as without a network. */
  away: boolean;
  /** Whether the gateway cuts each connection after accepting its token. */
  cutsAtOnce: boolean;
  /** Whether the gateway cuts each connection after accepting its token and giving some data. */
  cutsAfterData: boolean;
  /** How many times sessions were resumed. */
  resumed: number;
  /** Called before a session is answered. */
  before: (() => Promise<void>) | null;
  stop(): Promise<void>;
}

/** Returns where the agent of a target connects to for a host and port; null when it cannot connect. */
type Resolve = (
  host: string,
  port: number,
  target: string,
) => { readonly host: string; readonly port: number } | null;

const DOCUMENTS: Readonly<Record<string, readonly string[]>> = {
  "AWS-StartPortForwardingSession": ["portNumber", "localPortNumber"],
  "AWS-StartPortForwardingSessionToRemoteHost": ["portNumber", "localPortNumber", "host"],
};
/** Maximum bytes of an agent's message, and of a frame that spans several messages. */
const PIECE = 1024, FRAME = 32_768;

/** Starts it on a free port of 127.0.0.1. */
export async function startSessionManager(
  { next, resolve = (host, port) => ({ host, port }), gateway: told }: {
    readonly next?: string;
    readonly resolve?: Resolve;
    /** Address of the gateway for clients, if it differs: `wss://HOST`. */
    readonly gateway?: string;
  } = {},
): Promise<SessionManager> {
  const sessions: FakeSession[] = [], faults: string[] = [];
  const sockets = new Set<Socket>();
  const agents = new Map<string, Agent>();
  let url = "";

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Uint8Array[] = [];
    for await (const part of request) parts.push(part as Uint8Array);
    const body = Buffer.concat(parts);
    const operation = String(request.headers["x-amz-target"] ?? "").replace(/^AmazonSSM\./, "");
    if (operation.endsWith(".ExecuteCommand")) return await execute(request, body, response);
    if (operation === "DescribeInstanceInformation") {
      const list = manager.computers.map(({ id, online }) => ({
        InstanceId: id,
        PingStatus: online ? "Online" : "ConnectionLost",
        AgentVersion: manager.agentVersion,
      }));
      return void response.writeHead(200, { "content-type": "application/x-amz-json-1.1" })
        .end(JSON.stringify({ InstanceInformationList: list }));
    }
    const input = /^(Start|Resume|Terminate)Session$/.test(operation)
      ? JSON.parse(body.toString()) as Record<string, unknown>
      : null;
    if (!input) return await pass(request, body, response);
    const key = /^AWS4-HMAC-SHA256 Credential=(\w+)\/\d+\/[\w-]+\/ssm\/aws4_request,/.exec(
      request.headers.authorization ?? "",
    )?.[1];
    const [status, json] = key === undefined
      ? [403, { __type: "MissingAuthenticationToken", message: "unsigned" }] as const
      : operation === "StartSession"
      ? await start(input, key)
      : operation === "ResumeSession"
      ? resume(input)
      : end(input);
    response.writeHead(status, { "content-type": "application/x-amz-json-1.1" }).end(JSON.stringify(json));
  }

  async function pass(request: IncomingMessage, body: Uint8Array, response: ServerResponse): Promise<void> {
    if (next === undefined) return void response.writeHead(400).end('{"__type":"UnknownOperationException"}');
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    const answered = await fetch(next + request.url, {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(body.length > 0 ? { body: body as BodyInit } : {}),
    });
    const { "content-encoding": ____, "content-length": _____, "transfer-encoding": ______, ...back } = Object
      .fromEntries(answered.headers);
    response.writeHead(answered.status, back).end(new Uint8Array(await answered.arrayBuffer()));
  }

  /** Forwards the request to ECS, which checks the task, and starts the session. */
  async function execute(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const { cluster, task, container, command } = JSON.parse(body.toString()) as Record<string, string>;
    const asked = await fetch(next + request.url!, {
      method: "POST",
      headers: request.headers as Record<string, string>,
      body: body as BodyInit,
    });
    const answer = await asked.json() as { session?: Record<string, string> };
    const key = /Credential=(\w+)\/\d+\/[\w-]+\/ecs\//.exec(request.headers.authorization ?? "")?.[1] ?? "";
    if (asked.ok) {
      const { id, token, url } = begun({
        target: `ecs:${cluster}_${task}_${container}`,
        document: "AmazonECS-ExecuteInteractiveCommand",
        parameters: {},
        key,
        command: command!,
      });
      answer.session = { sessionId: id, streamUrl: url, tokenValue: token };
    }
    response.writeHead(asked.status, { "content-type": "application/x-amz-json-1.1" })
      .end(JSON.stringify(answer));
  }

  function begun(
    of: Pick<FakeSession, "target" | "document" | "parameters" | "key"> & { readonly command?: string },
  ): FakeSession & { readonly url: string } {
    const id = `kedge-${crypto.randomUUID().replaceAll("-", "").slice(0, 17)}`;
    const token = `token-${crypto.randomUUID()}`;
    const session: FakeSession = {
      ...of,
      id,
      token,
      status: "started",
      channel: null,
      printed: false,
      connections: 0,
      sizes: [],
    };
    sessions.push(session);
    agents.set(id, agentOf(session, manager, resolve));
    return { ...session, url: streamOf(id) };
  }
  const streamOf = (id: string) =>
    `${told ?? url.replace("http", "ws")}/v1/data-channel/${id}?role=publish_subscribe`;

  async function start(input: Record<string, unknown>, key: string): Promise<readonly [number, unknown]> {
    const { Target, DocumentName, Parameters } = input as {
      Target: string;
      DocumentName: string;
      Parameters: Record<string, string[]>;
    };
    await manager.before?.();
    if (manager.refuse) return [400, { __type: manager.refuse.name, message: manager.refuse.message }];
    const known = DOCUMENTS[DocumentName];
    if (!known) return [400, { __type: "InvalidDocument", message: `${DocumentName} does not exist` }];
    const wrong = Object.keys(Parameters).find((name) => !known.includes(name));
    if (wrong) return [400, { __type: "InvalidParameters", message: `${wrong} is no parameter` }];
    if (!/^(m?i-[0-9a-f]{8,17}|ecs:[\w-]+_[0-9a-f]{32}_[0-9a-f]{32}-\d+)$/.test(Target)) {
      return [400, { __type: "ValidationException", message: `${Target} is no target` }];
    }
    if (manager.targets && !manager.targets.has(Target)) {
      return [400, { __type: "TargetNotConnected", message: `${Target} is not connected.` }];
    }
    const { id, token, url: stream } = begun({
      target: Target,
      document: DocumentName,
      parameters: Parameters,
      key,
    });
    return [200, { SessionId: id, StreamUrl: stream, TokenValue: token }];
  }

  function resume({ SessionId }: Record<string, unknown>): readonly [number, unknown] {
    if (manager.refuseResume) {
      return [400, { __type: manager.refuseResume.name, message: manager.refuseResume.message }];
    }
    const session = sessions.find(({ id }) => id === SessionId);
    if (!session) return [400, { __type: "DoesNotExistException", message: "no such session" }];
    const { id } = session;
    // AWS returns no token for a session that has ended.
    if (session.status === "terminated") return [200, { SessionId: id, TokenValue: "", StreamUrl: "" }];
    session.token = `token-${crypto.randomUUID()}`;
    manager.resumed++;
    return [200, { SessionId: id, TokenValue: session.token, StreamUrl: streamOf(id) }];
  }

  function end({ SessionId }: Record<string, unknown>): readonly [number, unknown] {
    const session = sessions.find(({ id }) => id === SessionId);
    if (!session) return [400, { __type: "DoesNotExistException", message: "no such session" }];
    session.status = "terminated";
    session.channel?.close("");
    agents.get(session.id)?.end();
    return [200, { SessionId }];
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  const gateway = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on("connection", (socket) => {
    sockets.add(socket as Socket);
    socket.once("close", () => sockets.delete(socket as Socket));
  });
  server.on("upgrade", (request, socket, head) => {
    // A page of another test may still look for its Kedge at this port.
    if (!request.url?.startsWith("/v1/data-channel/")) return void socket.destroy();
    if (!/^AWS4-HMAC-SHA256 .*\/ssmmessages\/aws4_request/.test(request.headers.authorization ?? "")) {
      faults.push("the upgrade was not signed");
      return void socket.destroy();
    }
    const session = sessions.find(({ id }) => request.url?.startsWith(`/v1/data-channel/${id}?`));
    const agent = session && agents.get(session.id);
    if (!agent || manager.away) return void socket.destroy();
    gateway.handleUpgrade(request, socket, head, (client: ServedSocket) => agent.serve(client));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const manager: SessionManager = {
    url,
    sessions,
    faults,
    targets: null,
    agentVersion: "3.3.987.0",
    computers: [],
    loses: 0,
    actions: [],
    refuse: null,
    refuseResume: null,
    away: false,
    cutsAtOnce: false,
    cutsAfterData: false,
    resumed: 0,
    before: null,
    async stop() {
      for (const client of gateway.clients) client.terminate();
      for (const agent of agents.values()) agent.end();
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return manager;
}

/** The agent of a session, which outlives the connections of its client. */
interface Agent {
  /** Serves a connected client, as gateway and agent in one. */
  serve(client: ServedSocket): void;
  /** Releases all resources. */
  end(): void;
}

function agentOf(session: FakeSession, manager: SessionManager, resolve: Resolve): Agent {
  let client: ServedSocket | null = null;
  let sequence = 0, expected = 0, counted = 0, opened = false, greeted = false, frozen = false;
  let shell: ChildProcess | null = null, shellEnded = false;
  const early = new Map<number, { type: number; payload: Buffer }>();
  const unconfirmed = new Map<number, Buffer>();
  const connections = new Map<number, Socket>();
  const began = Date.now();
  const lost = () => manager.loses > 0 && ++counted % manager.loses === 0;
  const fault = (words: string) => {
    manager.faults.push(`${session.id}: ${words}`);
    client?.terminate();
  };
  const again = setInterval(() => {
    const [oldest] = unconfirmed.values();
    // The gateway gives nothing to a client whose token it has not seen.
    if (!client || frozen || !opened) return;
    if (oldest) client.send(oldest);
    else if (shellEnded) end();
  }, 100);

  function output(type: number, payload: Uint8Array): void {
    const message = writeMessage("output_stream_data", sequence, type, payload);
    unconfirmed.set(sequence++, message);
    if (!lost() && !frozen && opened) client?.send(message);
  }
  const json = (type: number, value: unknown) =>
    output(type, new TextEncoder().encode(JSON.stringify(value)));
  const bytes = (all: Buffer) => {
    for (let at = 0; at < all.length; at += PIECE) output(1, all.subarray(at, at + PIECE));
  };

  const frames = smuxReader((command, stream, data) => {
    if (command === SMUX.open) return open(stream);
    const connection = connections.get(stream);
    if (command === SMUX.data) connection?.write(data);
    else if (command === SMUX.end) connection?.destroy();
  });

  function open(stream: number): void {
    const host = session.parameters.host?.[0] ?? "127.0.0.1",
      port = Number(session.parameters.portNumber?.[0]);
    const to = resolve(host, port, session.target);
    const connection = connect(to?.port ?? 1, to?.host ?? "127.0.0.1");
    connections.set(stream, connection);
    session.connections++;
    let made = false, failed = false;
    connection.once("connect", () => made = true);
    connection.on("data", (data: Buffer) => {
      for (let at = 0; at < data.length; at += FRAME) {
        bytes(smuxFrame(SMUX.data, stream, data.subarray(at, at + FRAME)));
      }
    });
    connection.on("error", () => failed = !made);
    connection.once("close", () => {
      connections.delete(stream);
      if (session.status === "terminated") return;
      // An agent reports a failed connection only if the client has not ended it before.
      if (failed) output(10, Uint8Array.of(0, 0, 0, 3));
      bytes(smuxFrame(SMUX.end, stream));
    });
  }

  /** Runs a command in a terminal of its own, as the agent does. */
  function run(command: string): ChildProcess {
    const child = spawn("/usr/bin/script", ["-qfec", command, "/dev/null"], {
      env: { PATH: "/usr/bin:/bin", TERM: "xterm", PS1: "in the container> " },
    });
    child.stdout.on("data", bytes);
    child.stdin.on("error", () => {});
    // The output arrives before the end.
    child.once("close", () => shellEnded = true);
    return child;
  }

  function act(type: number, payload: Buffer): void {
    if (type === 6) {
      const { ProcessedClientActions } = JSON.parse(payload.toString()) as {
        ProcessedClientActions: { ActionType: string; ActionStatus: number }[];
      };
      if (ProcessedClientActions.every(({ ActionStatus }) => ActionStatus === 1)) {
        json(7, { HandshakeTimeToComplete: (Date.now() - began) * 1e6, CustomerMessage: "" });
        if (session.command !== undefined) shell = run(session.command);
      } else closed("the client did not do what it must");
    } else if (type === 1) {
      if (session.command === undefined) frames(payload);
      else shell?.stdin?.write(payload);
    } else if (type === 3 && session.command !== undefined) {
      session.sizes.push(JSON.parse(payload.toString()));
    } else if (type === 10 && payload.readUInt32BE() === 2) end();
    else fault(`a payload of type ${type}`);
  }

  function take(raw: Buffer): void {
    const { type, sequence: number, payloadType, payload } = readMessage(raw);
    if (type === "acknowledge") {
      const told = JSON.parse(payload.toString()) as { AcknowledgedMessageSequenceNumber: number };
      const confirmed = unconfirmed.get(told.AcknowledgedMessageSequenceNumber);
      if (confirmed && confirmed.readUInt32BE(112) === 1) session.printed = true;
      unconfirmed.delete(told.AcknowledgedMessageSequenceNumber);
      return;
    }
    if (type !== "input_stream_data") return fault(`a message of type ${type}`);
    if (lost()) return;
    const acknowledged = {
      AcknowledgedMessageType: type,
      AcknowledgedMessageId: crypto.randomUUID(),
      AcknowledgedMessageSequenceNumber: number,
      IsSequentialMessage: true,
    };
    client?.send(writeMessage("acknowledge", 0, 0, new TextEncoder().encode(JSON.stringify(acknowledged))));
    if (number >= expected) early.set(number, { type: payloadType, payload });
    for (let next; (next = early.get(expected)); expected++) {
      early.delete(expected);
      act(next.type, next.payload);
    }
  }

  function greet(text: string): void {
    const told = JSON.parse(text) as Record<string, string>;
    if (told.TokenValue !== session.token || told.MessageSchemaVersion !== "1.0") return fault("the token");
    opened = true;
    session.status = "connected";
    if (manager.cutsAtOnce) return client?.terminate();
    if (manager.cutsAfterData) {
      client?.send(writeMessage("output_stream_data", 0, 1, new Uint8Array()));
      return client?.close();
    }
    // A client that reconnects is not asked again; unconfirmed data is sent again later.
    if (greeted) return;
    greeted = true;
    const { portNumber, localPortNumber, host } = session.parameters;
    json(5, {
      AgentVersion: manager.agentVersion,
      RequestedClientActions: [{
        ActionType: "SessionType",
        ActionParameters: {
          SessionType: session.command === undefined ? "Port" : "InteractiveCommands",
          Properties: session.command === undefined
            ? {
              type: "LocalPortForwarding",
              portNumber: portNumber?.[0],
              localPortNumber: localPortNumber?.[0] ?? "0",
              ...(host ? { host: host[0] } : {}),
            }
            : null,
        },
      }, ...manager.actions],
    });
  }

  function closed(words: string): void {
    const text = JSON.stringify({ MessageType: "channel_closed", SessionId: session.id, Output: words });
    client?.send(writeMessage("channel_closed", 0, 0, new TextEncoder().encode(text)));
    client?.close();
  }
  function end(): void {
    session.status = "terminated";
    closed("");
    letGo();
  }
  function letGo(): void {
    clearInterval(again);
    for (const connection of connections.values()) connection.destroy();
    shell?.kill("SIGKILL");
  }

  return {
    serve(next) {
      client = next;
      opened = frozen = false;
      session.channel = {
        close: closed,
        cut: () => next.terminate(),
        freeze() {
          frozen = true;
          next.pause();
        },
        garbage(count) {
          for (let i = 0; i < count; i++) next.send(crypto.getRandomValues(new Uint8Array(200)));
        },
      };
      next.on("error", () => {});
      next.on("message", (data: Buffer, binary: boolean) => {
        try {
          if (!binary) greet(data.toString());
          else if (!opened) fault("data before the token");
          else take(data);
        } catch (error) {
          fault((error as Error).message);
        }
      });
      next.once("close", () => {
        if (client !== next) return;
        client = null;
        if (session.status === "connected") session.status = "disconnected";
        session.channel = null;
      });
    },
    end: letGo,
  };
}
