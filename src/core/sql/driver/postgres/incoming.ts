import { Buffer } from "node:buffer";
import type { ConnectionListener } from "../connection.ts";
import { broken, DriverError, ServerError } from "../errors.ts";
import type { Wire } from "../wire.ts";

/** Maximum bytes of a message, which is one complete row. */
const MAX_SIZE = 256 * 1024 * 1024;
/** Maximum bytes of a message during the sign-in, when the server is not trusted yet. */
const MAX_SIZE_BEFORE = 64 * 1024;
/** Maximum characters kept of a server's text. */
const MAX_LENGTH = 10_000;

/** Settings of the server that matter to Kedge. */
const SETTINGS: ReadonlySet<string> = new Set(["server_version", "standard_conforming_strings", "TimeZone"]);

/** Reads the messages of a server one after another, and handles those that the server sends unasked. */
export class Incoming {
  /** Settings that the server has reported. */
  readonly settings = new Map<string, string>();
  /** Range in `wire.buffer` of the body of the last message read, from `at` to `end`. */
  at = 0;
  end = 0;
  signedIn = false;

  constructor(readonly wire: Wire, readonly listener: ConnectionListener) {}

  /** Reads the next message that is an answer, and returns its type. Its body is `at` to `end`. */
  async next(): Promise<string> {
    const { wire } = this;
    for (;;) {
      await wire.need(5);
      const type = wire.buffer[wire.start]!;
      const length = wire.buffer.readInt32BE(wire.start + 1);
      this.check(type, length);
      await wire.need(length + 1);
      this.at = wire.start + 5;
      this.end = wire.start + 1 + length;
      wire.start = this.end;
      const name = String.fromCharCode(type);
      if (!this.#unasked(name)) return name;
    }
  }

  /** Throws a DriverError for a head that no message has. */
  check(type: number, length: number): void {
    if (length < 4 || type < 0x31 || type > 0x7a) throw broken("a message without a head");
    if (length > (this.signedIn ? MAX_SIZE : MAX_SIZE_BEFORE)) {
      throw new DriverError(
        "TOO_LARGE",
        `a message of ${Math.round(length / 1024 / 1024)} MB is more than Kedge takes`,
      );
    }
  }

  int16(): number {
    this.at += 2;
    if (this.at > this.end) throw broken("a message ends early");
    return this.wire.buffer.readInt16BE(this.at - 2);
  }

  int32(): number {
    this.at += 4;
    if (this.at > this.end) throw broken("a message ends early");
    return this.wire.buffer.readInt32BE(this.at - 4);
  }

  /** Reads `count` bytes and copies them. */
  bytes(count: number): Buffer {
    if (count < 0 || this.at + count > this.end) throw broken("a message ends early");
    this.at += count;
    return Buffer.from(this.wire.buffer.subarray(this.at - count, this.at));
  }

  /** Reads a text up to a zero byte. */
  text(): string {
    const { buffer } = this.wire;
    const zero = buffer.indexOf(0, this.at);
    if (zero < 0 || zero >= this.end) throw broken("a text without an end");
    const value = buffer.toString("utf8", this.at, Math.min(zero, this.at + 4 * MAX_LENGTH)).slice(
      0,
      MAX_LENGTH,
    );
    this.at = zero + 1;
    return value;
  }

  /** Reads the rest of the message as text. */
  rest(): string {
    const value = this.wire.buffer.toString("utf8", this.at, this.end);
    this.at = this.end;
    return value;
  }

  /** Reads an error message. */
  error(): ServerError {
    const { C = "", M = "", D, H, P, S, V } = this.#fields();
    const position = Number(P);
    return new ServerError(C, M, {
      ...(D ? { detail: D } : {}),
      ...(H ? { hint: H } : {}),
      ...(Number.isSafeInteger(position) && position > 0 ? { position } : {}),
      ...(/^(FATAL|PANIC)$/.test(V ?? S ?? "") ? { fatal: true } : {}),
    });
  }

  #fields(): Partial<Record<string, string>> {
    const fields: Record<string, string> = {};
    while (this.at < this.end) {
      const code = this.wire.buffer[this.at++]!;
      if (code === 0) break;
      fields[String.fromCharCode(code)] = this.text();
    }
    return fields;
  }

  /**
   * Handles settings, notices and notifications, which may come at any time. Returns whether the message was
   * one of them.
   */
  #unasked(type: string): boolean {
    if (type === "S") {
      const name = this.text();
      const value = this.text();
      if (SETTINGS.has(name)) this.settings.set(name, value);
    } else if (type === "N") {
      const { V, S, C = "", M = "" } = this.#fields();
      this.listener.notice?.({ severity: V ?? S ?? "", code: C, message: M });
    } else if (type !== "A") return false;
    return true;
  }
}
