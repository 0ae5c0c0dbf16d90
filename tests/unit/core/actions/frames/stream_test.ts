import assert from "node:assert/strict";
import fc from "fast-check";
import {
  hostFrame,
  hostLine,
  MAX_FRAME,
  parseScriptFrame,
  PROTOCOL,
} from "../../../../../src/core/actions/frames/protocol.ts";
import { checkFrames } from "../../../../support/frames_fuzz.ts";
import { Random } from "../../../../support/random.ts";
import { createSplitter } from "../../../../../src/core/actions/frames/stream.ts";

const NONCE = "0123456789abcdef";
const MARK = `\x1e${NONCE}`;

/** Returns what the splitter makes of these bytes; raw texts in a row are joined. */
function split(text: string | Uint8Array, chunk = Infinity): string[] {
  const told: string[] = [];
  const decoder = new TextDecoder();
  const splitter = createSplitter(NONCE, {
    raw(bytes) {
      const last = told.at(-1);
      const text = decoder.decode(bytes);
      if (last?.startsWith("raw ")) told[told.length - 1] = last + text;
      else told.push("raw " + text);
    },
    frame: (json) => told.push("frame " + json),
    oversize: () => told.push("oversize"),
  });
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  for (let at = 0; at < bytes.length; at += chunk) splitter.push(bytes.subarray(at, at + chunk));
  splitter.end();
  return told;
}

const cases: [name: string, text: string, told: string[]][] = [
  ["only raw text", "a\nb", ["raw a\nb"]],
  ["only a frame", `${MARK} {}\n`, ["frame {}"]],
  ["frames between lines", `a\n${MARK} 1\nb\n${MARK} 2\n`, ["raw a\n", "frame 1", "raw b\n", "frame 2"]],
  ["a frame inside a line", `par${MARK} 1\ntial\n`, ["raw par", "frame 1", "raw tial\n"]],
  ["a mark without the nonce", "\x1e\x1ex {}\n", ["raw \x1e\x1ex {}\n"]],
  ["another nonce", `\x1e${NONCE.replace("0", "f")} {}\n`, [`raw \x1e${NONCE.replace("0", "f")} {}\n`]],
  ["a mark without a sign", `${MARK}x {}\n`, [`raw ${MARK}x {}\n`]],
  ["a mark right after a false one", `\x1e012${MARK} 1\n`, ["raw \x1e012", "frame 1"]],
  ["a frame in pieces", `${MARK}+{"a"\n${MARK}+:1\n${MARK} }\n`, ['frame {"a":1}']],
  ["raw text between pieces", `${MARK}+{"a"\nchild\n${MARK} :1}\n`, ["raw child\n", 'frame {"a":1}']],
  ["half a mark at the end", "a\x1e0123", ["raw a\x1e0123"]],
  ["a frame that never ends", `a${MARK} {"x"`, ["raw a"]],
];
for (const [name, text, told] of cases) {
  for (const chunk of [Infinity, 7, 1]) {
    Deno.test(`createSplitter() tells ${name} in chunks of ${chunk}`, () => {
      assert.deepEqual(split(text, chunk), told);
    });
  }
}

Deno.test("createSplitter() keeps nothing of a frame over the limit and goes on", () => {
  const text = `${MARK} ${"x".repeat(MAX_FRAME + 1)}\n${MARK} 1\n`;
  assert.deepEqual(split(text, 65536), ["oversize", "frame 1"]);
});

Deno.test("createSplitter() bounds a frame in pieces as well", () => {
  const part = `${MARK}+${"x".repeat(1 << 20)}\n`;
  assert.deepEqual(split(part.repeat(17) + `${MARK} \n${MARK} 1\n`, 65536), ["oversize", "frame 1"]);
});

Deno.test("createSplitter() leaves bytes that are not UTF-8 as they are", () => {
  const seen: number[] = [];
  const splitter = createSplitter(NONCE, { raw: (bytes) => seen.push(...bytes), frame() {}, oversize() {} });
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
  splitter.push(bytes);
  splitter.end();
  assert.deepEqual(seen, [...bytes]);
});

Deno.test("createSplitter() finds the same frames and raw bytes however the stream is cut", () => {
  const raw = fc.string({
    unit: fc.constantFrom("a", "\n", "\x1e", "0", " ", "+", NONCE.slice(0, 5)),
    maxLength: 20,
  })
    .filter((text) => !text.includes(NONCE));
  const frame = fc.string({ maxLength: 30 }).map((text) => JSON.stringify(text));
  const part = fc.oneof(
    raw.map((text) => ({ raw: text, bytes: text })),
    fc.tuple(frame, fc.array(fc.nat(40), { maxLength: 3 })).map(([json, cuts]) => {
      const places = [0, ...cuts.map((cut) => cut % json.length).sort((a, b) => a - b), json.length];
      const pieces = places.slice(1).map((end, i) => json.slice(places[i], end));
      return {
        frame: json,
        bytes: pieces.map((piece, i) => `${MARK}${i < pieces.length - 1 ? "+" : " "}${piece}\n`).join(""),
      };
    }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.integer({ min: 1, max: 50 }), (parts, chunk) => {
      const told = split(parts.map(({ bytes }) => bytes).join(""), chunk);
      const frames = parts.flatMap((part) => "frame" in part ? [`frame ${part.frame}`] : []);
      assert.deepEqual(told.filter((one) => one.startsWith("frame ")), frames);
      const text = told.filter((one) => one.startsWith("raw ")).map((one) => one.slice(4)).join("");
      assert.equal(text, parts.flatMap((part) => "raw" in part ? [part.raw] : []).join(""));
    }),
  );
});

Deno.test("createSplitter() finds the same frames in whatever output, however it comes", () => {
  for (let seed = 0; seed < 3000; seed++) checkFrames(new Random(seed));
});

interface Shared {
  from: "script" | "host";
  ok: boolean;
  why?: string;
  frame?: unknown;
  text?: string;
}

const shared: Shared[] = JSON.parse(
  await Deno.readTextFile(new URL("../../../../../schema/protocol.frames.json", import.meta.url)),
);

for (const { from, ok, why, frame, text } of shared) {
  const line = text ?? JSON.stringify(frame);
  Deno.test(`${from} frame is ${ok ? "taken" : `refused when ${why}`}: ${line.slice(0, 70)}`, () => {
    if (from === "script") {
      const parsed = parseScriptFrame(line);
      assert.equal("frame" in parsed, ok, JSON.stringify(parsed));
    } else {
      let value: unknown;
      try {
        value = JSON.parse(line);
      } catch {
        value = undefined;
      }
      assert.equal(hostFrame.safeParse(value).success, ok);
    }
  });
}

Deno.test("parseScriptFrame() names the call that has to be refused", () => {
  const parsed = parseScriptFrame('{"type":"alert","id":7,"message":1}');
  assert.equal("problem" in parsed && parsed.id, 7);
});

Deno.test("parseScriptFrame() repeats nothing of what the frame says", () => {
  const parsed = parseScriptFrame('{"type":"secret","id":1,"secret":{"hunter2":"hunter2"}}');
  assert.doesNotMatch(JSON.stringify(parsed), /hunter2/);
});

Deno.test("hostLine() is one line whatever the frame holds", () => {
  const line = hostLine({ type: "answer", id: 1, value: "a\nb\r\u2028" });
  assert.equal(line.match(/\n/g)?.length, 1);
});

Deno.test("PROTOCOL is the number that the SDK has", async () => {
  const wire = await Deno.readTextFile(new URL("../../../../../sdk/internal/wire/wire.go", import.meta.url));
  assert.match(wire, new RegExp(`^const Protocol = ${PROTOCOL}$`, "m"));
});
