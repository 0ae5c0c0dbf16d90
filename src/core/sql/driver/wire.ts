import { Buffer } from "node:buffer";
import { isIP, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Way } from "../../ways/way.ts";
import type { Login } from "../login/mod.ts";
import { certificateFault, otherName } from "./certificate.ts";
import { Fault } from "./fault.ts";

/** Bytes that may wait before the other side is held up. */
const AHEAD = 256 * 1024;

/** A connection sends a probe after so much silence, in ms: lost peers are noticed, and tunnels stay open. */
const KEEP_ALIVE = 30_000;

const EMPTY = Buffer.alloc(0);

/** What a server says in TLS of the certificate that Kedge shows to it, in the handshake or right after it. */
const CLIENT =
  /received fatal alert: (BadCertificate|UnsupportedCertificate|Certificate(?:Revoked|Expired|Unknown|Required)|UnknownCA|AccessDenied)/;

/** Errors about a certificate that no trusted authority signed, or that is for another name or time. */
const UNTRUSTED = /CERT|UNABLE_TO|SELF_SIGNED|INVALID_CA|HOSTNAME|PATH_LENGTH/;

/**
 * The connection under a driver, of TCP or over a way, with TLS when it is asked for: bytes are read when they are
 * wanted, the other side is held up when nobody reads, and a fault at any time rejects what waits. Unread bytes lie in
 * `buffer` from `start` to `end`; the reader moves `start` on.
 */
export class Wire {
  buffer: Buffer = EMPTY;
  start = 0;
  end = 0;
  /** Whether the connection was made. */
  connected = false;
  /** Whether anything was ever received. */
  answered = false;
  /** Where it was made to: a name may lead to several servers. Undefined until it is made. */
  address: string | undefined;
  /** What is sent now goes through TLS. */
  encrypted = false;
  /** The server's certificate, as bytes, once there is TLS. */
  certificate: Buffer | undefined;
  /** The Unix socket that it goes to. */
  readonly socket: string | undefined;
  /** Resolves when the connection was made. */
  readonly made: Promise<void>;
  /** Resolves when the connection is gone, with the reason. */
  readonly gone: Promise<Fault>;

  #stream: Duplex;
  /** The stream of the way below TLS, which TLS does not pause by itself. */
  #below: Duplex | null = null;
  readonly #host: string;
  readonly #authorities: readonly string[] | undefined;
  readonly #identity: { readonly certificate: string; readonly key: Login["password"] } | undefined;
  readonly #look: boolean;
  #waiting: Buffer[] = [];
  #held = 0;
  #owned = false;
  #fault: Fault | null = null;
  #wake = () => {};
  #finish!: (fault: Fault) => void;
  readonly #onData = (chunk: Buffer) => this.#take(chunk);

  /**
   * With an `address` it goes there, and `host` is only the name that a certificate must be for. With `look` it ends with
   * what is wrong with the certificate as soon as that is there: nothing is ever sent in TLS.
   */
  constructor(
    target: {
      readonly host: string;
      readonly port: number;
      readonly authorities?: readonly string[];
      readonly identity?: { readonly certificate: string; readonly key: Login["password"] };
      /** In the place of host and port. */
      readonly socket?: string | undefined;
      readonly address?: string | undefined;
      readonly look?: boolean;
      /** How it gets there; else by the computer's own network. */
      readonly way?: Way | undefined;
      readonly onStep?: ((step: string) => void) | undefined;
    },
  ) {
    this.#host = target.host;
    this.#authorities = target.authorities;
    this.#identity = target.identity;
    this.#look = target.look ?? false;
    this.socket = target.socket;
    this.gone = new Promise((resolve) => this.#finish = resolve);
    const made = Promise.withResolvers<void>();
    this.made = made.promise;
    const connected = () => {
      this.connected = true;
      made.resolve();
      this.#wake();
    };
    if (target.way) {
      this.#stream = target.way.open({ host: target.host, port: target.port }, target.onStep);
      this.#stream.once("connect", connected);
      this.#listen(this.#stream);
      return;
    }
    const socket = new Socket();
    this.#stream = socket;
    socket.once("connect", () => {
      this.address = socket.remoteAddress;
      socket.setNoDelay(true);
      socket.setKeepAlive(true, KEEP_ALIVE);
      connected();
    });
    this.#listen(socket);
    try {
      if (target.socket !== undefined) socket.connect(target.socket);
      else socket.connect(target.port, target.address ?? target.host);
    } catch (error) {
      this.cut(systemFault(error));
    }
  }

  /** The connection is gone. */
  get over(): Fault | null {
    return this.#fault;
  }

  /** Bytes have come that are not read yet. */
  get unread(): boolean {
    return this.end > this.start || this.#waiting.length > 0;
  }

  /** Waits for the connection. */
  async connect(): Promise<void> {
    while (!this.connected) await this.#pause();
    if (this.#fault) throw this.#fault;
  }

  /** Waits until `count` unread bytes are there. Throws the fault once the connection is gone. */
  async need(count: number): Promise<void> {
    while (this.end - this.start < count) {
      const chunk = this.#waiting.shift();
      if (chunk) this.#append(chunk, count);
      else {
        if (this.#fault) throw this.#fault;
        this.#resume();
        await this.#pause();
      }
    }
  }

  /** Sends bytes. What cannot be sent shows as the connection's fault. */
  send(bytes: Uint8Array): void {
    if (this.#fault === null) this.#stream.write(bytes);
  }

  /**
   * Goes on in TLS, encrypted; verified where the place says by whom, before anything else is sent. Nothing may have
   * been received beyond what was read: it would be taken for part of the encrypted conversation.
   */
  async encrypt(): Promise<void> {
    if (this.#fault) throw this.#fault;
    if (this.unread) {
      throw this.cut(new Fault("PROTOCOL", "the server sent more than its answer before TLS"));
    }
    const { connect } = await import("node:tls");
    const trusted = this.#look ? undefined : this.#authorities;
    const plain = this.#stream;
    if (!(plain instanceof Socket)) this.#below = plain;
    plain.removeListener("data", this.#onData);
    let ready = false;
    const secure = connect({
      // Any stream will do: there may be no socket below it.
      socket: plain as Socket,
      // Through a socket it is this machine's, whatever its path.
      host: this.socket === undefined ? this.#host : "localhost",
      ...(trusted ? { rejectUnauthorized: true, ca: [...trusted] } : { rejectUnauthorized: false }),
      ...(this.#identity ? { cert: this.#identity.certificate, key: this.#identity.key.open() } : {}),
      ...(isIP(this.#host) === 0 && this.socket === undefined ? { servername: this.#host } : {}),
    });
    secure.once("secureConnect", () => {
      if (this.#look) {
        const fault = certificateFault(secure.getPeerCertificate(), Date.now());
        return void this.cut(fault ?? new Fault("TLS_UNTRUSTED", "nobody vouches for it"));
      }
      ready = true;
      this.encrypted = true;
      this.certificate = secure.getPeerCertificate().raw;
      this.#wake();
    });
    this.#stream = secure;
    this.#listen(secure, (error) => {
      const { code, cert } = error as { code?: unknown; cert?: object };
      if (code === "ERR_TLS_CERT_ALTNAME_INVALID" && cert) return otherName(cert);
      const refused = CLIENT.exec(error.message);
      if (refused) return new Fault("TLS_CLIENT", refused[1]!);
      // A refusal of the system or a hang-up is reported as such; errors of TLS itself are about TLS.
      const fromSystem = ready || (typeof code === "string" && /^E[A-Z]+$/.test(code) && code !== "EPROTO");
      if (fromSystem) return systemFault(error);
      return new Fault(UNTRUSTED.test(String(code)) ? "TLS_UNTRUSTED" : "TLS_FAILED", error.message);
    });
    while (!ready) await this.#pause();
  }

  /** Ends the connection at once; what waits for it gets the reason. Only the first reason counts. */
  cut(reason: Fault): Fault {
    if (this.#fault) return this.#fault;
    this.#fault = reason;
    this.#stream.destroy();
    this.#wake();
    this.#finish(reason);
    return reason;
  }

  /** Sends last bytes and ends the connection, by force after `limit` ms. */
  async close(last: Uint8Array, limit: number): Promise<void> {
    if (this.#fault) return;
    const timer = setTimeout(() => this.cut(new Fault("ABORT", "the connection was closed")), limit);
    this.#stream.end(last);
    this.#resume();
    await this.gone;
    clearTimeout(timer);
  }

  #listen(stream: Duplex, meaning: (error: Error) => Fault = systemFault): void {
    stream.on("data", this.#onData);
    // Also keeps a late error from ending the process.
    stream.on("error", (error: Error) => void this.cut(meaning(error)));
    stream.once("end", () => void this.cut(new Fault("CLOSED", "the server closed the connection")));
    stream.once("close", () => void this.cut(new Fault("CLOSED", "the connection was closed")));
  }

  #take(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.answered = true;
    this.#waiting.push(chunk);
    this.#held += chunk.length;
    if (this.#held >= AHEAD) {
      this.#stream.pause();
      this.#below?.pause();
    }
    this.#wake();
  }

  #resume(): void {
    this.#stream.resume();
    this.#below?.resume();
  }

  /** Puts a chunk behind the unread bytes; `count` is how many are wanted in the end. */
  #append(chunk: Buffer, count: number): void {
    this.#held -= chunk.length;
    if (this.#held < AHEAD / 2) this.#resume();
    const have = this.end - this.start;
    if (have === 0) {
      [this.buffer, this.start, this.end, this.#owned] = [chunk, 0, chunk.length, false];
      return;
    }
    const size = have + chunk.length;
    if (!this.#owned || this.end + chunk.length > this.buffer.length) {
      // Grows with what has come, not with what the other side announces.
      const grown = Buffer.allocUnsafe(Math.max(size, Math.min(count, 2 * size)));
      this.buffer.copy(grown, 0, this.start, this.end);
      [this.buffer, this.start, this.end, this.#owned] = [grown, 0, have, true];
    }
    this.buffer.set(chunk, this.end);
    this.end += chunk.length;
  }

  /** Waits for anything to happen: bytes, the connection, its end. Throws the fault when it is gone and read. */
  async #pause(): Promise<void> {
    if (this.#fault && this.#waiting.length === 0) throw this.#fault;
    await new Promise<void>((resolve) => this.#wake = resolve);
    if (this.#fault && this.#waiting.length === 0) throw this.#fault;
  }
}

/** The fault of an error of the system. Several addresses may have been tried: the first says enough. */
function systemFault(error: unknown): Fault {
  const { code, errors, message, hint } = error as {
    code?: unknown;
    errors?: unknown[];
    message?: unknown;
    hint?: unknown;
  };
  if (typeof code !== "string" && Array.isArray(errors) && errors.length > 0) return systemFault(errors[0]);
  return new Fault(
    typeof code === "string" ? code : "CLOSED",
    String(message ?? error),
    typeof hint === "string" ? hint : undefined,
  );
}
