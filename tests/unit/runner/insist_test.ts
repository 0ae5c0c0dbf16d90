import { equal } from "node:assert/strict";
import { insist } from "../../desktop/walk/stage.ts";

Deno.test("insist() ends when what it was done in has gone, because the time before has taken after all", async () => {
  let times = 0;
  await insist("the page", 0, () => times > 1, () => {
    if (++times > 1) throw new Error("the palette has gone");
    return Promise.resolve();
  });
  equal(times, 2);
});
