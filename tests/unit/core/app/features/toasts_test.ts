import assert from "node:assert/strict";

Deno.test("show() keeps no program alive that has ended", async () => {
  const at = (path: string) => JSON.stringify(import.meta.resolve(`../../../../../src/core/${path}`));
  const program = `
    import { createToasts } from ${at("app/features/toasts/toasts.ts")};
    import { createStore } from ${at("state/store.ts")};
    const store = createStore({ toasts: [] }, () => {}).writing("toasts");
    createToasts(store, Date.now).show({ id: "a", type: "info", title: "t", message: "m" }, 3600);
    console.log(store.get().toasts.length);
  `;
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", program],
    // Only so that a program that lives on does not stop the suite for an hour.
    signal: AbortSignal.timeout(120_000),
  }).output();
  assert.deepEqual([success, new TextDecoder().decode(stdout)], [true, "1\n"]);
});
