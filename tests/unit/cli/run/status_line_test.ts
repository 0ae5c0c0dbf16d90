import { deepEqual, equal } from "node:assert/strict";
import { createStatusLine } from "../../../../src/cli/run/status_line.ts";

function stage() {
  const put: string[] = [];
  return { put, line: createStatusLine((text) => put.push(text)) };
}
const GONE = "\r\x1b[K";

Deno.test("createStatusLine() stands below what is printed", () => {
  const { put, line } = stage();
  line.set("10 %");
  line.above(() => put.push("one\n"));
  line.set(null);
  line.above(() => put.push("two\n"));
  deepEqual(put, ["10 %", GONE, "one\n", "10 %", GONE, "two\n"]);
});

Deno.test("createStatusLine() draws nothing while something is asked, and afterwards what holds then", async () => {
  const { put, line } = stage();
  line.set("10 %");
  await line.away(async () => {
    put.push("Name: ");
    line.set("20 %");
    line.above(() => put.push("log\n"));
    equal(line.isAway, true);
    await Promise.resolve();
    line.set("30 %");
  });
  equal(line.isAway, false);
  deepEqual(put, ["10 %", GONE, "Name: ", "log\n", "30 %"]);
});

Deno.test("createStatusLine() stays away after a question in which it was ended", async () => {
  const { put, line } = stage();
  line.set("10 %");
  await line.away(() => Promise.resolve(line.set(null)));
  deepEqual(put, ["10 %", GONE]);
});
