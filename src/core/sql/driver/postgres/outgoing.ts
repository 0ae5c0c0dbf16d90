import { Buffer } from "node:buffer";
import { ServerError } from "../fault.ts";

/** The request for TLS, and the one to end a statement; they stand in the place of a protocol's version. */
const TLS_REQUEST = 80877103;
const CANCEL_REQUEST = 80877102;
/** Version 3.0. */
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

/** Text up to a zero byte: what follows one would be read as the next field, so that none may be within. */
function text(value: string): Buffer {
  if (value.includes("\0")) throw new ServerError("22021", "a text with a zero byte cannot be sent");
  return Buffer.from(`${value}\0`);
}

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

const withLength = (body: Buffer) => Buffer.concat([int32(body.length + 4), body]);

/** Asks for TLS; one byte answers. */
export const tlsRequest = (): Buffer => withLength(int32(TLS_REQUEST));

/** Asks the server to end what another connection runs. */
export const cancelRequest = (process: number, key: Buffer): Buffer =>
  withLength(Buffer.concat([int32(CANCEL_REQUEST), int32(process), key]));

/** The first message of a session. */
export const startup = (parameters: Readonly<Record<string, string>>): Buffer =>
  withLength(Buffer.concat([
    int32(PROTOCOL),
    ...Object.entries(parameters).flatMap(([name, value]) => [text(name), text(value)]),
    Buffer.alloc(1),
  ]));

/** A password, or the proof in its place. */
export const password = (value: string): Buffer => message("p", text(value));

/** The begin of a conversation about a password. */
export const saslBegin = (mechanism: string, first: string): Buffer =>
  message("p", text(mechanism), int32(Buffer.byteLength(first)), Buffer.from(first));

/** A further part of that conversation. */
export const saslNext = (data: string): Buffer => message("p", Buffer.from(data));

/** Statements in one text, for Kedge's own words: a second one of somebody else would run as well. */
export const simpleQuery = (sql: string): Buffer => message("Q", text(sql));

/** One statement with its values, all as text; then `execute`. */
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

/** Fetches so many rows of the statement, 0 for all; the server then says whether it is ready. */
export const execute = (rows: number): Buffer =>
  Buffer.concat([message("E", text(""), int32(rows)), message("S")]);

/** Refuses to send what COPY wants. */
export const copyFail = (why: string): Buffer => Buffer.concat([message("f", text(why)), message("S")]);

/** Ends the session. */
export const terminate = (): Buffer => message("X");
