import type { Buffer } from "node:buffer";
import { Duplex } from "node:stream";
import { type WayCode, WayError } from "../way.ts";
import { createSshLog, type SshLog, type SshStep } from "./log.ts";
import type { SshProcess } from "./process.ts";

/** Time to wait for ssh's last messages after it has ended, ms. */
const LAST_WORDS = 500;

/** Bytes buffered before the other side must wait. */
const AHEAD = 256 * 1024;

/** The standard input and output of an `ssh` as one stream. Destroying it ends everything that ssh started. */
export class SshStream extends Duplex {
  #ssh: SshProcess | null = null;
  readonly #ended = Promise.withResolvers<void>();
  #open = false;
  #log: SshLog | null = null;
  #fault: WayError | null = null;
  /** Writes that wait for ssh to start. */
  #early: (() => void)[] = [];

  constructor() {
    super({ readableHighWaterMark: AHEAD, writableHighWaterMark: AHEAD });
  }

  /** Resolves when the process has ended, or when none will start. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** The id of the process; undefined before it starts. */
  get process(): number | undefined {
    return this.#ssh?.child.pid;
  }

  /** Whether ssh marks the questions that come from a server. */
  get marksServers(): boolean {
    return this.#log?.marksServers ?? false;
  }

  /** Connects the stream with an ssh that was just started. */
  attach(ssh: SshProcess, onStep: (step: SshStep) => void): void {
    this.#ssh = ssh;
    if (this.destroyed) ssh.end();
    const { child } = ssh;
    const log = createSshLog((step) => {
      onStep(step);
      if (step === "open") this.#opened();
    });
    this.#log = log;
    child.stderr.setEncoding("utf8");
    child.stderr.on("data", (text: string) => log.take(text));
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {});
    child.stdout.on("data", (chunk: Buffer) => {
      this.#opened();
      if (!this.push(chunk)) child.stdout.pause();
    });
    const finish = () => {
      this.#ended.resolve();
      if (this.destroyed) return;
      if (this.#open && child.exitCode === 0) this.push(null);
      else this.destroy(this.#fault ?? log.error(this.#open));
    };
    const spoken = Promise.withResolvers<void>();
    child.once("error", (error: Error) => {
      this.#fault ??= new WayError("WAY_ABSENT", error.message);
      finish();
    });
    child.once("close", () => spoken.resolve());
    child.once("exit", () => {
      const late = setTimeout(() => spoken.resolve(), LAST_WORDS);
      void spoken.promise.then(() => {
        clearTimeout(late);
        finish();
      });
    });
    for (const write of this.#early.splice(0)) write();
  }

  /** Ends the stream with an error that Kedge itself found. */
  fail(code: WayCode, message: string): void {
    this.#fault ??= new WayError(code, message);
    this.destroy(this.#fault);
  }

  #opened(): void {
    if (this.#open || this.destroyed) return;
    this.#open = true;
    this.emit("connect");
  }

  #when(act: (child: SshProcess["child"]) => void): void {
    if (this.#ssh) act(this.#ssh.child);
    else this.#early.push(() => act(this.#ssh!.child));
  }

  override _read(): void {
    this.#ssh?.child.stdout.resume();
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    // A failed write is reported when ssh ends, with its own message.
    this.#when(({ stdin }) => stdin.write(chunk, () => done()));
  }

  override _final(done: () => void): void {
    this.#when(({ stdin }) => stdin.end(() => done()));
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    done(error);
    if (!this.#ssh) return this.#ended.resolve();
    const { child, end } = this.#ssh;
    child.stdin.destroy();
    child.stdout.destroy();
    end();
  }
}
