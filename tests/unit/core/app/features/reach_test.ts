import { equal } from "node:assert/strict";
import { reachable } from "../../../../../src/core/app/features/resources/reach.ts";

const never = new AbortController().signal;

Deno.test("reachable() tells an address that accepts from one that refuses", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  equal(await reachable("127.0.0.1", port, 5000, never), null);
  listener.close();
  equal(await reachable("127.0.0.1", port, 5000, never), "refused");
});

Deno.test("reachable() waits no longer than its limit, or than somebody wants to know", async () => {
  // Whatever becomes of this address, nobody waits for it.
  equal(await reachable("192.0.2.1", 9, 60_000, AbortSignal.abort()), "silent");
});
