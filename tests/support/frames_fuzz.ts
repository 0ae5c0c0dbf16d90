import assert from "node:assert/strict";
import { parseScriptFrame } from "../../src/core/actions/frames/protocol.ts";
import { createSplitter } from "../../src/core/actions/frames/stream.ts";
import type { Random } from "./random.ts";

const NONCE = "0123456789abcdef";
const PIECES = [
  "\x1e",
  `\x1e${NONCE}`,
  `\x1e${NONCE} `,
  `\x1e${NONCE}+`,
  `\x1e${NONCE.slice(0, 7)}`,
  NONCE,
  "\n",
  "\n",
  " ",
  "+",
  "{}",
  '{"type":"log","text":"a"}',
  '{"type":"ask","id":1}',
  '{"type":"secret","id":1e400,"secret":"x"}',
  '{"__proto__":{"type":"done"}}',
  "[".repeat(50),
  "\0",
  "é",
  "\u2028",
  "log line",
];

/** Returns what the splitter reports; consecutive raw bytes are joined. */
function told(bytes: Uint8Array, cuts: readonly number[]): string[] {
  const all: [kind: string, bytes: number[]][] = [];
  const splitter = createSplitter(NONCE, {
    raw(chunk) {
      const last = all.at(-1);
      if (last?.[0] === "raw") { for (const byte of chunk) last[1].push(byte); }
      else all.push(["raw", [...chunk]]);
    },
    frame: (json) => all.push(["frame", [...new TextEncoder().encode(json)]]),
    oversize: () => all.push(["oversize", []]),
  });
  let from = 0;
  for (const to of [...cuts, bytes.length]) {
    splitter.push(bytes.subarray(from, to));
    from = to;
  }
  splitter.end();
  return all.map(([kind, content]) => `${kind} ${new TextDecoder().decode(Uint8Array.from(content))}`);
}

/** Returns frames and raw text by their definition, from the whole output at once. */
function expected(text: string): string[] {
  const found: string[] = [];
  let raw = "", frame = "", at = 0;
  const flush = () => {
    if (raw !== "") found.push(`raw ${raw}`);
    raw = "";
  };
  for (const match of text.matchAll(new RegExp(`\x1e${NONCE}([ +])([^\n]*)(\n|$)`, "g"))) {
    raw += text.slice(at, match.index);
    at = match.index + match[0].length;
    const [, sign, content, end] = match;
    flush();
    if (end === "") break; // the frame never ended
    frame += content;
    if (sign === "+") continue;
    found.push(`frame ${frame}`);
    frame = "";
  }
  raw += text.slice(at);
  flush();
  return joined(found);
}

/** Joins raw text around a piece of a frame, because the reader of the log sees one text. */
function joined(all: readonly string[]): string[] {
  const result: string[] = [];
  for (const one of all) {
    const last = result.at(-1);
    if (one.startsWith("raw ") && last?.startsWith("raw ")) result[result.length - 1] = last + one.slice(4);
    else result.push(one);
  }
  return result;
}

/**
 * Generates the output of an action that imitates frames, cuts it at random positions, and checks that frames
 * and raw text match their definition and that every frame is accepted or refused with a message.
 */
export function checkFrames(random: Random): void {
  const text = Array.from({ length: random.int(20) }, () => random.pick(PIECES)).join("");
  const bytes = new TextEncoder().encode(text);
  const cuts = Array.from({ length: random.int(8) }, () => random.int(bytes.length + 1)).sort((a, b) =>
    a - b
  );
  const whole = told(bytes, []);
  assert.deepEqual(joined(whole), expected(text), JSON.stringify(text));
  assert.deepEqual(joined(told(bytes, cuts)), joined(whole), `${JSON.stringify(text)} cut at ${cuts}`);
  for (const one of whole) {
    if (!one.startsWith("frame ")) continue;
    const parsed = parseScriptFrame(one.slice("frame ".length));
    assert.ok("frame" in parsed || parsed.problem !== "", one);
  }
}
