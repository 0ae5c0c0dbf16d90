import { Buffer } from "node:buffer";
import { isIP, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Way } from "../../ways/way.ts";
import type { Login } from "../login/mod.ts";
import { certificateError, otherName } from "./certificate.ts";
import { DriverError } from "./errors.ts";

/** Maximum unread bytes before the other side is paused. */
const AHEAD = 256 * 1024;

/** Silence in ms after which a probe is sent, so that lost peers are noticed and tunnels stay open. */
const KEEP_ALIVE = 30_000;

const EMPTY = Buffer.alloc(0);

/** TLS alerts with which a server refuses the user's certificate, in the handshake or right after it. */
const CLIENT =
  /received fatal alert: (BadCertificate|UnsupportedCertificate|Certificate(?:Revoked|Expired|Unknown|Required)|UnknownCA|AccessDenied)/;

/** Codes of certificates that no trusted authority signed, or that are for another name or time. */
const UNTRUSTED = /CERT|UNABLE_TO|SELF_SIGNED|INVALID_CA|HOSTNAME|PATH_LENGTH/;

/**
 * The connection under a driver, over TCP or a way, with TLS on request. Bytes are read when they are wanted,
 * the other side is paused while nobody reads, and an error at any time rejects what waits. Unread bytes are
 * in `buffer` from `start` to `end`; the reader advances `start`.
 */
export class Wire {
  buffer: Buffer = EMPTY;
  start = 0;
  end = 0;
  /** Whether the connection was made. */
  connected = false;
  /**
   * Address that was connected to, because a name may lead to several servers. Undefined until the connection
   * is made.
   */
  address: string | undefined;
  /** Whether everything sent from now on goes through TLS. */
  encrypted = false;
  /** The server's certificate as DER bytes; undefined without TLS. */
  certificate: Buffer | undefined;
  /** Path of the Unix socket; undefined for other connections. */
  readonly socket: string | undefined;
  /** Resolves when the connection was made. */
  readonly made: Promise<void>;
  /** Resolves when the connection is gone, with the reason. */
  readonly gone: Promise<DriverError>;

  #stream: Duplex;
  /** The stream of the way below TLS. TLS does not pause it by itself. */
  #below: Duplex | null = null;
  readonly #host: string;
  readonly #authorities: readonly string[] | undefined;
  readonly #identity: { readonly certificate: string; readonly key: Login["password"] } | undefined;
  readonly #look: boolean;
  #waiting: Buffer[] = [];
  #unread = 0;
  #owned = false;
  #error: DriverError | null = null;
  #wake = () => {};
  #finish!: (error: DriverError) => void;
  readonly #onData = (chunk: Buffer) => this.#take(chunk);

  /**
   * Starts to connect. With `address` it connects there, and `host` is only the name for the certificate.
   * With `look` it ends with what is wrong with the certificate as soon as that is known, and sends nothing
   * through TLS.
   */
  constructor(
    target: {
      readonly host: string;
      readonly port: number;
      readonly authorities?: readonly string[];
      readonly identity?: { readonly certificate: string; readonly key: Login["password"] };
      /** Path of a Unix socket, instead of host and port. */
      readonly socket?: string | undefined;
      readonly address?: string | undefined;
      readonly look?: boolean;
      /** The way to the server; undefined: the network of this computer. */
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
      this.cut(systemError(error));
    }
  }

  /** Why the connection is gone; null while it is there. */
  get over(): DriverError | null {
    return this.#error;
  }

  /** Whether bytes have arrived that are not read yet. */
  get unread(): boolean {
    return this.end > this.start || this.#waiting.length > 0;
  }

  /** Waits until the connection is made. */
  async connect(): Promise<void> {
    while (!this.connected) await this.#pause();
    if (this.#error) throw this.#error;
  }

  /** Waits until there are `count` unread bytes. Throws the error once the connection is gone. */
  async need(count: number): Promise<void> {
    while (this.end - this.start < count) {
      const chunk = this.#waiting.shift();
      if (chunk) this.#append(chunk, count);
      else {
        if (this.#error) throw this.#error;
        this.#resume();
        await this.#pause();
      }
    }
  }

  /** Sends bytes. A failure to send becomes the connection's error. */
  send(bytes: Uint8Array): void {
    if (this.#error === null) this.#stream.write(bytes);
  }

  /**
   * Switches the connection to TLS. With authorities, the server's certificate is verified before anything
   * else is sent. Throws a DriverError when bytes beyond those that were read have arrived, because these
   * would be taken for part of the encrypted conversation.
   */
  async encrypt(): Promise<void> {
    if (this.#error) throw this.#error;
    if (this.unread) {
      throw this.cut(new DriverError("PROTOCOL", "the server sent more than its answer before TLS"));
    }
    const { connect } = await import("node:tls");
    const trusted = this.#look ? undefined : this.#authorities;
    const plain = this.#stream;
    if (!(plain instanceof Socket)) this.#below = plain;
    plain.removeListener("data", this.#onData);
    let ready = false;
    const secure = connect({
      // Any stream works here, also one without a socket below it.
      socket: plain as Socket,
      // A Unix socket leads to this machine, whatever its path.
      host: this.socket === undefined ? this.#host : "localhost",
      ...(trusted ? { rejectUnauthorized: true, ca: [...trusted] } : { rejectUnauthorized: false }),
      ...(this.#identity ? { cert: this.#identity.certificate, key: this.#identity.key.open() } : {}),
      ...(isIP(this.#host) === 0 && this.socket === undefined ? { servername: this.#host } : {}),
    });
    secure.once("secureConnect", () => {
      if (this.#look) {
        const error = certificateError(secure.getPeerCertificate(), Date.now());
        return void this.cut(error ?? new DriverError("TLS_UNTRUSTED", "nobody vouches for it"));
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
      if (refused) return new DriverError("TLS_CLIENT", refused[1]!);
      // Errors of the system and closed connections are reported as such; all others are about TLS.
      const fromSystem = ready || (typeof code === "string" && /^E[A-Z]+$/.test(code) && code !== "EPROTO");
      if (fromSystem) return systemError(error);
      return new DriverError(UNTRUSTED.test(String(code)) ? "TLS_UNTRUSTED" : "TLS_FAILED", error.message);
    });
    while (!ready) await this.#pause();
  }

  /**
   * Ends the connection at once and rejects what waits for it with the reason. Only the first reason is kept.
   */
  cut(reason: DriverError): DriverError {
    if (this.#error) return this.#error;
    this.#error = reason;
    this.#stream.destroy();
    this.#wake();
    this.#finish(reason);
    return reason;
  }

  /** Sends the last bytes and ends the connection, by force after `limit` ms. */
  async close(last: Uint8Array, limit: number): Promise<void> {
    if (this.#error) return;
    const timer = setTimeout(() => this.cut(new DriverError("ABORT", "the connection was closed")), limit);
    this.#stream.end(last);
    this.#resume();
    await this.gone;
    clearTimeout(timer);
  }

  #listen(stream: Duplex, meaning: (error: Error) => DriverError = systemError): void {
    stream.on("data", this.#onData);
    // This handler also keeps a late error from ending the process.
    stream.on("error", (error: Error) => void this.cut(meaning(error)));
    stream.once("end", () => void this.cut(new DriverError("CLOSED", "the server closed the connection")));
    stream.once("close", () => void this.cut(new DriverError("CLOSED", "the connection was closed")));
  }

  #take(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.#waiting.push(chunk);
    this.#unread += chunk.length;
    if (this.#unread >= AHEAD) {
      this.#stream.pause();
      this.#below?.pause();
    }
    this.#wake();
  }

  #resume(): void {
    this.#stream.resume();
    this.#below?.resume();
  }

  /** Appends a chunk to the unread bytes; `count` is the total number wanted. */
  #append(chunk: Buffer, count: number): void {
    this.#unread -= chunk.length;
    if (this.#unread < AHEAD / 2) this.#resume();
    const have = this.end - this.start;
    if (have === 0) {
      [this.buffer, this.start, this.end, this.#owned] = [chunk, 0, chunk.length, false];
      return;
    }
    const size = have + chunk.length;
    if (!this.#owned || this.end + chunk.length > this.buffer.length) {
      // The buffer grows with the bytes that arrived, and not with the number the other side announces.
      const grown = Buffer.allocUnsafe(Math.max(size, Math.min(count, 2 * size)));
      this.buffer.copy(grown, 0, this.start, this.end);
      [this.buffer, this.start, this.end, this.#owned] = [grown, 0, have, true];
    }
    this.buffer.set(chunk, this.end);
    this.end += chunk.length;
  }

  /**
   * Waits until something happens: bytes, the connection, or its end. Throws the error when the connection is
   * gone and everything was read.
   */
  async #pause(): Promise<void> {
    if (this.#error && this.#waiting.length === 0) throw this.#error;
    await new Promise<void>((resolve) => this.#wake = resolve);
    if (this.#error && this.#waiting.length === 0) throw this.#error;
  }
}

/** Returns an error of the system as one of the driver. Of several addresses tried, the first error is enough. */
function systemError(error: unknown): DriverError {
  const { code, errors, message, hint } = error as {
    code?: unknown;
    errors?: unknown[];
    message?: unknown;
    hint?: unknown;
  };
  if (typeof code !== "string" && Array.isArray(errors) && errors.length > 0) return systemError(errors[0]);
  return new DriverError(
    typeof code === "string" ? code : "CLOSED",
    String(message ?? error),
    typeof hint === "string" ? hint : undefined,
  );
}
