import assert from "node:assert/strict";
import {
  hostFrame,
  hostLine,
  parseScriptFrame,
  PROTOCOL,
} from "../../../../../src/core/actions/frames/protocol.ts";

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
