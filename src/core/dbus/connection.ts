import { joined } from "../bytes.ts";
import { oneLine } from "../text/outside.ts";
import { sessionAddress, socketPaths } from "./address.ts";
import { createCallers } from "./callers.ts";
import { DBUS, isMatched, type Match, ruleOf } from "./match.ts";
import { decode, encode, KIND, type Message } from "./message.ts";
import { answer, type Served } from "./service.ts";
import type { Value } from "./value.ts";

/** An error reply from the bus, or a call that ended with the connection. */
export class BusError extends Error {
  /** `name` is the D-Bus error name, for example `org.freedesktop.DBus.Error.ServiceUnknown`. */
  constructor(override readonly name: string, message: string) {
    super(message);
  }
}

/** A method to call. */
export interface Call {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly signature?: string;
  readonly body?: readonly Value[];
}

/** A connection to a message bus. */
export interface Bus {
  /** The unique name that the bus has assigned, for example `:1.42`. */
  readonly name: string;
  /** Resolves when the connection has ended, from either side. */
  readonly closed: Promise<void>;
  /**
   * Calls a method. Throws a BusError when the call is refused, takes longer than `deadline` ms, or the
   * connection ends.
   */
  call(call: Call, deadline?: number): Promise<readonly Value[]>;
  /** Listens for signals. Returns a function that ends listening. */
  listen(match: Match, heard: (body: readonly Value[]) => void): Promise<() => void>;
  /** Serves an object. Returns a function that withdraws it. */
  serve(path: string, interfaces: readonly Served[]): () => void;
  /** Sends a signal to all listeners. Does nothing once the connection has ended. */
  emit(path: string, interfaceName: string, member: string, signature: string, body: readonly Value[]): void;
  close(): void;
}

/** Connects to the user's session bus. Throws an Error with the reason when that fails. */
export async function connectSessionBus(): Promise<Bus> {
  const address = sessionAddress((name) => Deno.env.get(name));
  if (address === null) throw new Error("this session has no D-Bus message bus");
  return await connectBus(address);
}

/** Connects to the bus at a D-Bus address. Throws an Error with the reason when that fails. */
export async function connectBus(address: string): Promise<Bus> {
  let last = `"${address}" names no unix socket`;
  for (const path of socketPaths(address, Deno.env.get("XDG_RUNTIME_DIR"))) {
    try {
      return await greet(await Deno.connect({ transport: "unix", path }));
    } catch (error) {
      last = (error as Error).message;
    }
  }
  throw new Error(`cannot reach the D-Bus message bus: ${last}`);
}

/** Authenticates as the user of this process and says hello. */
async function greet(socket: Deno.UnixConn): Promise<Bus> {
  const slow = setTimeout(() => socket.close(), 5_000);
  try {
    const uid = [...String(Deno.uid())].map((digit) => digit.charCodeAt(0).toString(16)).join("");
    await writeAll(socket, new TextEncoder().encode(`\0AUTH EXTERNAL ${uid}\r\n`));
    const line = await readLine(socket);
    if (!line.startsWith("OK ")) throw new Error(`it refused this user: ${line}`);
    await writeAll(socket, new TextEncoder().encode("BEGIN\r\n"));
    const connection = new Connection(socket);
    await connection.hello();
    return connection;
  } catch (error) {
    try {
      socket.close();
    } catch {
      // The socket was already closed by the timeout.
    }
    throw error;
  } finally {
    clearTimeout(slow);
  }
}

/** Maximum UTF-16 units of an error text that are passed on. */
const MAX_ERROR_LENGTH = 500;

interface Pending {
  readonly resolve: (body: readonly Value[]) => void;
  readonly reject: (error: BusError) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

class Connection implements Bus {
  name = "";
  readonly closed: Promise<void>;
  #serial = 0;
  #open = true;
  #writing: Promise<void> = Promise.resolve();
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Set<{ match: Match; heard: (body: readonly Value[]) => void }>();
  readonly #objects = new Map<string, readonly Served[]>();
  readonly #admits = createCallers((call) => this.call(call));

  constructor(readonly socket: Deno.UnixConn) {
    this.closed = this.#read();
  }

  async hello(): Promise<void> {
    const [name] = await this.call({ ...DBUS, member: "Hello" });
    this.name = String(name);
  }

  call(call: Call, deadline = 5_000): Promise<readonly Value[]> {
    return new Promise((resolve, reject) => {
      if (!this.#open) return reject(gone());
      const serial = this.#send({ ...call, kind: KIND.call });
      const timer = setTimeout(() => {
        this.#pending.delete(serial);
        reject(
          new BusError(
            "org.freedesktop.DBus.Error.NoReply",
            `no answer to ${call.member} within ${deadline} ms`,
          ),
        );
      }, deadline);
      this.#pending.set(serial, { resolve, reject, timer });
    });
  }

  async listen(match: Match, heard: (body: readonly Value[]) => void): Promise<() => void> {
    const listener = { match, heard };
    this.#listeners.add(listener);
    const rule = ruleOf(match);
    await this.call({ ...DBUS, member: "AddMatch", signature: "s", body: [rule] });
    return () => {
      // The bus counts equal rules.
      if (!this.#listeners.delete(listener)) return;
      this.call({ ...DBUS, member: "RemoveMatch", signature: "s", body: [rule] }).catch(() => {});
    };
  }

  serve(path: string, interfaces: readonly Served[]): () => void {
    this.#objects.set(path, interfaces);
    return () => this.#objects.delete(path);
  }

  emit(path: string, interfaceName: string, member: string, signature: string, body: readonly Value[]): void {
    if (this.#open) {
      this.#send({ kind: KIND.signal, path, interface: interfaceName, member, signature, body });
    }
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    // Messages sent just before must still arrive.
    this.#writing.finally(() => {
      try {
        this.socket.close();
      } catch {
        // The bus has closed the socket first.
      }
    });
    this.#fail();
  }

  /** Queues a message and returns its serial. */
  #send(message: Omit<Message, "serial">): number {
    const serial = ++this.#serial;
    const bytes = encode({ ...message, serial });
    this.#writing = this.#writing.then(() => writeAll(this.socket, bytes)).catch(() => this.close());
    return serial;
  }

  /** Ends every pending call. */
  #fail(): void {
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(gone());
    }
    this.#pending.clear();
  }

  async #read(): Promise<void> {
    let buffer = new Uint8Array(0);
    const chunk = new Uint8Array(64 * 1024);
    try {
      for (;;) {
        const count = await this.socket.read(chunk);
        if (count === null) break;
        buffer = joined([buffer, chunk.subarray(0, count)]);
        for (let next = decode(buffer); next; next = decode(buffer)) {
          buffer = buffer.subarray(next.size);
          this.#receive(next.message);
        }
      }
    } catch {
      // The socket was closed on either side, or received bytes that are not D-Bus; in both cases the
      // connection has ended.
    }
    this.close();
  }

  #receive(message: Message): void {
    switch (message.kind) {
      case KIND.reply:
      case KIND.error:
        return this.#settle(message);
      case KIND.signal:
        for (const { match, heard } of this.#listeners) {
          if (isMatched(match, message)) this.#tell(heard, message.body ?? []);
        }
        return;
      case KIND.call:
        void this.#serve(message);
    }
  }

  /** Calls a listener; its error must not end the connection for the others. */
  #tell(heard: (body: readonly Value[]) => void, body: readonly Value[]): void {
    try {
      heard(body);
    } catch {
      // A signal whose values do not match its interface is ignored.
    }
  }

  #settle(message: Message): void {
    const pending = this.#pending.get(message.replySerial ?? 0);
    if (!pending) return;
    this.#pending.delete(message.replySerial ?? 0);
    clearTimeout(pending.timer);
    if (message.kind === KIND.reply) return pending.resolve(message.body ?? []);
    const [text] = message.body ?? [];
    const reason = typeof text === "string" ? text : message.errorName ?? "it was refused";
    pending.reject(new BusError(message.errorName ?? "", oneLine(reason, { longest: MAX_ERROR_LENGTH })));
  }

  async #serve(message: Message): Promise<void> {
    const result = await this.#admits(message.sender ?? "")
      ? await answer(message, this.#objects)
      : { errorName: "org.freedesktop.DBus.Error.AccessDenied", text: "actions cannot call Kedge" };
    if (message.noReply || !this.#open) return;
    const reply = { destination: message.sender, replySerial: message.serial };
    if ("errorName" in result) {
      this.#send({
        ...reply,
        kind: KIND.error,
        errorName: result.errorName,
        signature: "s",
        body: [result.text],
      });
    } else this.#send({ ...reply, kind: KIND.reply, ...result });
  }
}

function gone(): BusError {
  return new BusError("org.freedesktop.DBus.Error.Disconnected", "the D-Bus message bus is gone");
}

async function writeAll(socket: Deno.UnixConn, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await socket.write(bytes.subarray(done));
}

/** Reads one line of the handshake byte by byte, so that no byte after it is consumed. */
async function readLine(socket: Deno.UnixConn): Promise<string> {
  const byte = new Uint8Array(1);
  let line = "";
  while (line.length < 4_000) {
    if (await socket.read(byte) === null) throw new Error("it closed the connection");
    if (byte[0] === 0x0a) return line.trimEnd();
    line += String.fromCharCode(byte[0]!);
  }
  throw new Error("it does not speak D-Bus");
}
