import { Buffer } from "node:buffer";
import * as z from "zod";
import { oneLine } from "../../text/outside.ts";
import { versionAtLeast } from "../../version_order.ts";
import { WayError } from "../way.ts";
import {
  type ChannelMessage,
  dashed,
  decodeMessage,
  encodeMessage,
  FLAG,
  newId,
  PAYLOAD,
} from "./message.ts";

/** The transport of a channel: a connection to AWS's message gateway. */
export interface Gateway {
  send(data: Uint8Array | string): void;
  pause(): void;
  resume(): void;
}

/** The events of a channel. */
interface ChannelEvents {
  /** The agent has accepted the session; `agent` is its version. */
  onOpen(agent: string): void;
  onBytes(bytes: Buffer): void;
  onUnreached(): void;
  /** The channel has ended; `closed` tells that its other end closed it. Called once. */
  onEnd(error: WayError, closed: boolean): void;
}

/** One end of a session's data channel: data arrives complete and in order, even when messages are lost. */
export type Channel = ReturnType<typeof createChannel>;

/** The version of AWS's own client that Kedge reports, because agents choose by it what they send. */
const CLIENT_VERSION = "1.3.0.0";
/** Oldest usable agent: earlier ones carry only one connection, or connect only to themselves. */
const LEAST_AGENT = "3.1.1374.0";
/** Bytes of one message, and maximum messages without confirmation. */
const PIECE = 1024, WINDOW = 64;
/** Maximum messages received before their turn, and maximum bytes of them. */
const MAX_EARLY = 10_000, MAX_EARLY_BYTES = 16 << 20;
/**
 * Time after which an unconfirmed message is sent again, and time without a sign of life after which the
 * channel counts as lost, ms.
 */
const AGAIN = 1000, LOST = 8000;
/** Number of malformed messages after which the other end does not count as an agent. */
const MAX_GARBAGE = 10;

const acknowledged = z.object({ AcknowledgedMessageSequenceNumber: z.number().int().min(0) });
const closed = z.object({ Output: z.string().max(10_000).catch("") });
const handshake = z.object({
  AgentVersion: z.string().max(64),
  RequestedClientActions: z.array(z.object({
    ActionType: z.string().max(64),
    ActionParameters: z.unknown(),
  })).max(20),
});
/** The session types that the agent reports. */
const SESSION_TYPES = {
  port: z.object({
    SessionType: z.literal("Port"),
    Properties: z.object({ type: z.literal("LocalPortForwarding") }),
  }),
  shell: z.object({ SessionType: z.enum(["Standard_Stream", "InteractiveCommands"]) }),
} as const;

/** The purpose of a session: connections to a port, or a shell. */
export type SessionKind = keyof typeof SESSION_TYPES;

/** Starts the protocol over a connected gateway, with the session's token. */
export function createChannel(
  first: Gateway,
  { token, kind }: { readonly token: string; readonly kind: SessionKind },
  events: ChannelEvents,
) {
  const client = dashed(newId());
  let gateway: Gateway | null = null;
  let sequence = 0, expected = 0, garbage = 0, earlyBytes = 0;
  let agent: string | null = null, over = false;
  const early = new Map<number, ChannelMessage>();
  const unconfirmed = new Map<number, { bytes: Buffer; at: number }>();
  const waiting: { bytes: Buffer; kind: number; sent?: () => void }[] = [];
  let heard = performance.now();

  begin(first, token);

  const clock = setInterval(() => {
    const [oldest] = unconfirmed.values();
    if (!oldest || !gateway) return;
    if (performance.now() - Math.max(oldest.at, heard) > LOST) {
      return end(new WayError("WAY_LOST", "the agent is silent"));
    }
    if (performance.now() - oldest.at < AGAIN) return;
    gateway.send(oldest.bytes);
  }, AGAIN);
  Deno.unrefTimer(clock);

  function begin(next: Gateway, token: string): void {
    gateway = next;
    next.send(JSON.stringify({
      MessageSchemaVersion: "1.0",
      RequestId: dashed(newId()),
      TokenValue: token,
      ClientId: client,
      ClientVersion: CLIENT_VERSION,
    }));
  }

  function end(error: WayError, closed = false): void {
    if (over) return;
    over = true;
    clearInterval(clock);
    events.onEnd(error, closed);
  }

  function put(payload: Uint8Array, kind: number, sent?: () => void): void {
    waiting.push({ bytes: Buffer.from(payload), kind, ...(sent && { sent }) });
    flush();
  }

  function flush(): void {
    while (!over && waiting.length > 0 && unconfirmed.size < WINDOW) {
      const { bytes, kind, sent } = waiting.shift()!;
      const message = encodeMessage({
        type: "input_stream_data",
        sequence,
        kind,
        payload: bytes,
        flags: sequence === 0 ? 1 : 0,
      });
      if (unconfirmed.size === 0) heard = performance.now();
      unconfirmed.set(sequence++, { bytes: message, at: performance.now() });
      gateway?.send(message);
      sent?.();
    }
  }

  function confirm({ type, id, sequence }: ChannelMessage): void {
    const payload = Buffer.from(JSON.stringify({
      AcknowledgedMessageType: type,
      AcknowledgedMessageId: dashed(id),
      AcknowledgedMessageSequenceNumber: sequence,
      IsSequentialMessage: true,
    }));
    gateway?.send(encodeMessage({ type: "acknowledge", sequence: 0, kind: 0, payload, flags: 3 }));
  }

  function shake(payload: Buffer): void {
    const asked = handshake.parse(parsed(payload));
    agent = asked.AgentVersion;
    const errors: string[] = [];
    const actions = asked.RequestedClientActions.map(({ ActionType, ActionParameters }) => {
      const known = ActionType === "SessionType" && SESSION_TYPES[kind].safeParse(ActionParameters).success;
      if (!known) errors.push(ActionType);
      return {
        ActionType,
        ActionStatus: known ? 1 : 3,
        ActionResult: null,
        Error: known ? "" : "Unsupported action",
      };
    });
    put(
      Buffer.from(
        JSON.stringify({ ClientVersion: CLIENT_VERSION, ProcessedClientActions: actions, Errors: errors }),
      ),
      PAYLOAD.handshakeResponse,
    );
    if (errors.includes("KMSEncryption")) {
      throw new WayError(
        "WAY_PROHIBITED",
        "the session must be encrypted by a key of KMS, which Kedge does not speak",
      );
    }
    if (errors.length > 0) throw new WayError("WAY_FOREIGN", "the agent asks for another kind of session");
    if (kind === "port" && !versionAtLeast(agent, LEAST_AGENT)) {
      throw new WayError("WAY_FOREIGN", `the SSM agent is too old (${oneLine(agent, { longest: 40 })})`);
    }
  }

  function act({ kind, payload }: ChannelMessage): void {
    if (kind === PAYLOAD.handshakeRequest) shake(payload);
    else if (kind === PAYLOAD.handshakeComplete) {
      if (agent === null) throw new WayError("WAY_FOREIGN", "the agent has not said who it is");
      events.onOpen(agent);
    } else if (kind === PAYLOAD.bytes || kind === PAYLOAD.errors) events.onBytes(payload);
    else if (kind === PAYLOAD.flag && payload.length === 4 && payload.readUInt32BE() === FLAG.unreached) {
      events.onUnreached();
    }
  }

  function data(message: ChannelMessage): void {
    if (message.sequence > expected) {
      if (!early.has(message.sequence)) {
        const bytes = earlyBytes + message.payload.length;
        if (early.size >= MAX_EARLY || bytes > MAX_EARLY_BYTES) return;
        early.set(message.sequence, message);
        earlyBytes = bytes;
      }
      confirm(message);
      return;
    }
    confirm(message);
    if (message.sequence < expected) return;
    for (let next: ChannelMessage | undefined = message; next && !over; next = early.get(expected)) {
      if (early.delete(expected++)) earlyBytes -= next.payload.length;
      act(next);
    }
  }

  function read(message: ChannelMessage): void {
    if (message.type === "output_stream_data") return data(message);
    if (message.type === "acknowledge") {
      unconfirmed.delete(acknowledged.parse(parsed(message.payload)).AcknowledgedMessageSequenceNumber);
      return flush();
    }
    if (message.type === "channel_closed") {
      const { Output } = closed.parse(parsed(message.payload));
      end(new WayError(agent === null ? "WAY_FAILED" : "WAY_LOST", oneLine(Output, { longest: 300 })), true);
    }
  }

  return {
    take(bytes: Buffer) {
      if (over) return;
      heard = performance.now();
      const message = decodeMessage(bytes);
      if (!message) {
        if (++garbage > MAX_GARBAGE) end(new WayError("WAY_FOREIGN", "what it sends is not understood"));
        return;
      }
      try {
        read(message);
      } catch (error) {
        end(
          error instanceof WayError ? error : new WayError("WAY_FOREIGN", "what it sends is not understood"),
        );
      }
    },
    /** Sends bytes; calls `sent` when more may be sent. */
    send(bytes: Buffer, sent: () => void) {
      for (let at = 0; at < bytes.length; at += PIECE) {
        const last = at + PIECE >= bytes.length;
        put(bytes.subarray(at, at + PIECE), PAYLOAD.bytes, last ? sent : undefined);
      }
    },
    /** Tells a shell the size of its terminal, in characters. */
    resize({ columns: cols, rows }: { readonly columns: number; readonly rows: number }) {
      put(Buffer.from(JSON.stringify({ cols, rows })), PAYLOAD.size);
    },
    /** Makes the agent end the session. */
    terminate() {
      if (over) return;
      const flag = Buffer.alloc(4);
      flag.writeUInt32BE(FLAG.terminate);
      // The messages before it are not needed any more.
      waiting.length = 0;
      put(flag, PAYLOAD.flag);
    },
    /** Stops sending because the gateway is lost; data waits for another one. */
    pause: () => void (gateway = null),
    /** Continues over another gateway with a new token; unconfirmed messages are sent again. */
    resume(next: Gateway, token: string) {
      heard = performance.now();
      begin(next, token);
      for (const one of unconfirmed.values()) {
        one.at = heard;
        next.send(one.bytes);
      }
    },
    /** Stops sending for good. */
    close() {
      over = true;
      clearInterval(clock);
    },
    get open() {
      return !over;
    },
  };
}

const parsed = (payload: Buffer): unknown => JSON.parse(payload.toString("utf8"));
