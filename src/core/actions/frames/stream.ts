import { joined } from "../../bytes.ts";
import { MAX_FRAME } from "./protocol.ts";

const RS = 0x1e, SPACE = 0x20, PLUS = 0x2b, LF = 0x0a;

/** The events of a splitter, in the exact order of the bytes. */
interface StreamEvents {
  /** Bytes outside of frames. The view is valid only during the call. */
  raw(bytes: Uint8Array): void;
  frame(json: string): void;
  /** A frame exceeded the limit; its content was dropped. */
  oversize(): void;
}

/**
 * Creates a splitter that takes marked frames out of a byte stream: `RS nonce SP json LF`; long frames come
 * in pieces, of which all but the last have `+` instead of the space. All other bytes are raw, including an
 * RS without this run's nonce.
 */
export function createSplitter(nonce: string, events: StreamEvents) {
  const mark = new Uint8Array([RS, ...new TextEncoder().encode(nonce)]);
  const decoder = new TextDecoder();
  /** The end of the last chunk when it may be the start of a mark. */
  let carry = new Uint8Array(0);
  /** The pieces of the frame that is being read. */
  let parts: Uint8Array[] = [];
  let size = 0;
  let inside = false;
  let continued = false;

  function add(bytes: Uint8Array) {
    size += bytes.length;
    if (size > MAX_FRAME) parts = [];
    else if (bytes.length > 0) parts.push(bytes.slice());
  }

  function close() {
    inside = false;
    if (continued) return;
    if (size > MAX_FRAME) events.oversize();
    else events.frame(decoder.decode(joined(parts)));
    parts = [];
    size = 0;
  }

  function push(chunk: Uint8Array) {
    let bytes = chunk;
    if (carry.length > 0) {
      bytes = joined([carry, chunk]);
      carry = new Uint8Array(0);
    }
    let at = 0;
    while (at < bytes.length) {
      if (inside) {
        const end = bytes.indexOf(LF, at);
        add(bytes.subarray(at, end < 0 ? bytes.length : end));
        if (end < 0) return;
        close();
        at = end + 1;
        continue;
      }
      const start = findMark(bytes, at, mark);
      if (start > at) events.raw(bytes.subarray(at, start));
      if (start === bytes.length) return;
      if (start + mark.length >= bytes.length) {
        carry = bytes.slice(start);
        return;
      }
      continued = bytes[start + mark.length] === PLUS;
      inside = true;
      at = start + mark.length + 1;
    }
  }

  return {
    push,
    /** Ends the stream: bytes that were held back are raw. */
    end() {
      if (carry.length > 0) events.raw(carry);
      carry = new Uint8Array(0);
    },
  };
}

/**
 * Returns the index of the next mark, or of its possible start at the end of the bytes; their length when
 * there is none.
 */
function findMark(bytes: Uint8Array, from: number, mark: Uint8Array): number {
  for (let at = bytes.indexOf(RS, from); at >= 0; at = bytes.indexOf(RS, at + 1)) {
    let same = 1;
    while (same < mark.length && at + same < bytes.length && bytes[at + same] === mark[same]) same++;
    if (at + same === bytes.length) return at;
    const sign = bytes[at + mark.length];
    if (same === mark.length && (sign === SPACE || sign === PLUS)) return at;
  }
  return bytes.length;
}
