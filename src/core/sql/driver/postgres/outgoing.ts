import { Buffer } from "node:buffer";
import { ServerError } from "../errors.ts";

/** Requests for TLS and for ending a statement. They are sent in place of a protocol version. */
const TLS_REQUEST = 80877103;
const CANCEL_REQUEST = 80877102;
/** Protocol version 3.0. */
const PROTOCOL = 196608;

const int16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
};
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

/**
 * Returns a text with a zero byte at its end. Throws when the text contains one, because what follows would
 * be read as the next field.
 */
function text(value: string): Buffer {
  if (value.includes("\0")) throw new ServerError("22021", "a text with a zero byte cannot be sent");
  return Buffer.from(`${value}\0`);
}

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

const withLength = (body: Buffer) => Buffer.concat([int32(body.length + 4), body]);

/** Asks for TLS; the server answers with one byte. */
export const tlsRequest = (): Buffer => withLength(int32(TLS_REQUEST));

/** Asks the server to end the statement of another connection. */
export const cancelRequest = (process: number, key: Buffer): Buffer =>
  withLength(Buffer.concat([int32(CANCEL_REQUEST), int32(process), key]));

/** The first message of a session, with its parameters. */
export const startup = (parameters: Readonly<Record<string, string>>): Buffer =>
  withLength(Buffer.concat([
    int32(PROTOCOL),
    ...Object.entries(parameters).flatMap(([name, value]) => [text(name), text(value)]),
    Buffer.alloc(1),
  ]));

/** A password, or the proof in its place. */
export const password = (value: string): Buffer => message("p", text(value));

/** Begins a SASL exchange about a password. */
export const saslBegin = (mechanism: string, first: string): Buffer =>
  message("p", text(mechanism), int32(Buffer.byteLength(first)), Buffer.from(first));

/** Continues a SASL exchange. */
export const saslNext = (data: string): Buffer => message("p", Buffer.from(data));

/**
 * Several statements in one text. Only for Kedge's own statements, because one hidden in another's text would
 * run too.
 */
export const simpleQuery = (sql: string): Buffer => message("Q", text(sql));

/** One statement with its values, all as text. `execute` must follow. */
export const statement = (sql: string, values: readonly (string | null)[]): Buffer =>
  Buffer.concat([
    message("P", text(""), text(sql), int16(0)),
    message(
      "B",
      text(""),
      text(""),
      int16(0),
      int16(values.length),
      ...values.flatMap((value) => {
        if (value === null) return [int32(-1)];
        const bytes = Buffer.from(value);
        return [int32(bytes.length), bytes];
      }),
      int16(0),
    ),
    message("D", Buffer.from("P"), text("")),
  ]);

/** Fetches `rows` rows of the statement, 0 for all. The server then reports whether it is ready. */
export const execute = (rows: number): Buffer =>
  Buffer.concat([message("E", text(""), int32(rows)), message("S")]);

/** Refuses to send the data that COPY asks for. */
export const copyFail = (why: string): Buffer => Buffer.concat([message("f", text(why)), message("S")]);

/** Ends the session. */
export const terminate = (): Buffer => message("X");
