import { Buffer } from "node:buffer";
import { AwsV4Signer } from "aws4fetch";
import { WebSocket } from "ws";
import { unwrap } from "../../aws/credentials/credentials.ts";
import type { ResourceTarget } from "../../aws/resources/target.ts";
import { clockSkew, signatureTime } from "../../aws/wire/clock.ts";
import { WayError } from "../way.ts";
import type { Gateway } from "./channel.ts";
import { MAX_MESSAGE_SIZE } from "./message.ts";
import { connectThrough, proxyFor } from "./proxy.ts";

/** Maximum time for connecting, ms. */
const CONNECT = 10_000;
/** Interval of pings, and time of silence after which the connection counts as lost, ms. */
const ASK = 2000, SILENCE = 5000;

interface GatewayEvents {
  onMessage(bytes: Buffer): void;
  onEnd(error: WayError): void;
}

/** The used parts of a web socket of `ws`, whose package has no types. */
interface ClientSocket {
  binaryType: string;
  readonly readyState: number;
  send(data: Uint8Array | string, options: { readonly binary: boolean }): void;
  ping(): void;
  pause(): void;
  resume(): void;
  close(): void;
  terminate(): void;
  on(event: "pong" | "close", listener: () => void): void;
  on(event: "message", listener: (data: Buffer, binary: boolean) => void): void;
  on(event: "error", listener: (error: Error) => void): void;
  once(event: "open", listener: () => void): void;
}

/** A connected gateway. */
export type OpenGateway = Gateway & { close(): void };

/** Connects to the message gateway of a session. Throws a WayError. */
export async function openGateway(
  url: string,
  { region, credentials }: ResourceTarget,
  events: GatewayEvents,
  signal: AbortSignal,
): Promise<OpenGateway> {
  const { protocol, hostname = "", port } = URL.parse(url) ?? {};
  // The token gives access to the session, so it may only be sent encrypted or within this machine.
  const isLocal = protocol === "ws:" && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname);
  if (protocol !== "wss:" && !isLocal) throw new WayError("WAY_FOREIGN", "AWS named no address of a gateway");
  const signer = new AwsV4Signer({
    method: "GET",
    url: url.replace(/^ws/, "http"),
    region,
    service: "ssmmessages",
    datetime: signatureTime(Date.now() + clockSkew()),
    ...unwrap(credentials),
  });
  const headers = Object.fromEntries((await signer.sign()).headers);
  delete headers.host;
  const proxy = isLocal ? null : proxyFor(hostname);
  const through = proxy && await connectThrough(
    proxy,
    { host: hostname, port: Number(port || 443) },
    AbortSignal.any([signal, AbortSignal.timeout(CONNECT)]),
  );
  const socket: ClientSocket = new WebSocket(url, {
    headers,
    ...(through && { createConnection: () => through }),
    perMessageDeflate: false,
    handshakeTimeout: CONNECT,
    maxPayload: MAX_MESSAGE_SIZE,
    followRedirects: false,
  });
  socket.binaryType = "nodebuffer";
  let heard = performance.now(), paused = false, over = false;
  const end = (code: "WAY_LOST" | "WAY_UNREACHABLE", words: string) => {
    if (over) return;
    over = true;
    clearInterval(clock);
    socket.terminate();
    events.onEnd(new WayError(code, words));
  };
  const clock = setInterval(() => {
    if (paused || socket.readyState !== WebSocket.OPEN) return;
    if (performance.now() - heard > SILENCE) return end("WAY_LOST", "AWS's message gateway is silent");
    socket.ping();
  }, ASK);
  Deno.unrefTimer(clock);
  socket.on("pong", () => heard = performance.now());
  socket.on("message", (data: Buffer, binary: boolean) => {
    heard = performance.now();
    if (binary && !over) events.onMessage(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  });
  const opened = new Promise<void>((resolve, reject) => {
    const abort = () => socket.terminate();
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    socket.once("open", () => {
      signal.removeEventListener("abort", abort);
      heard = performance.now();
      resolve();
    });
    const gone = (words: string) => {
      reject(new WayError("WAY_UNREACHABLE", `AWS's message gateway was not reached: ${words}`));
      end("WAY_LOST", words);
    };
    socket.on("error", (error: Error) => gone(error.message.replaceAll(url, "")));
    socket.on("close", () => gone("the connection to AWS's message gateway was closed"));
  });
  await opened;
  return {
    send(data) {
      if (!over) socket.send(data, { binary: typeof data !== "string" });
    },
    pause() {
      paused = true;
      socket.pause();
    },
    resume() {
      paused = false;
      heard = performance.now();
      socket.resume();
    },
    close() {
      over = true;
      clearInterval(clock);
      socket.close();
      const force = setTimeout(() => socket.terminate(), 1000);
      Deno.unrefTimer(force);
    },
  };
}
