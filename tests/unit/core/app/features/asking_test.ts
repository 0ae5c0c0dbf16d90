import assert from "node:assert/strict";
import { createAsking, type GrantAnswer } from "../../../../../src/core/app/features/gate/asking.ts";
import type { SealKeychain } from "../../../../../src/core/gate/seals.ts";
import type { Windows } from "../../../../../src/core/app/windows.ts";
import type { AgentIdentity, GrantScope } from "../../../../../src/core/state/agents.ts";
import { createStore } from "../../../../../src/core/state/store.ts";
import { memoryKeychain } from "../../../../support/memory_keychain.ts";
import { emptyState } from "../../../../support/pages/state.ts";

const who: AgentIdentity = {
  program: "/usr/bin/agent",
  digest: "a".repeat(64),
  folder: "/work",
  parents: [],
};
const server = (name: string): GrantScope => ({ kind: "server", name, at: "" });

/** Creates the gate's questions to the user, over these servers and with a manual clock. */
function asking(serverEnvs: Record<string, string | null>, keychain: SealKeychain = memoryKeychain()) {
  const store = createStore({ ...emptyState(), serverEnvs }, (error) => assert.fail(String(error)));
  const windows = { open: () => "w", closeWhere: () => {} } as unknown as Windows;
  const clock = { now: 0 };
  const environments = store.writing("serverEnvs").slices.serverEnvs;
  const made = createAsking({
    store: store.writing("gate", "agents"),
    windows,
    keychain,
    now: () => clock.now,
  }, () => {});
  const work = { signal: new AbortController().signal, waitsFor: () => {} };
  return {
    clock,
    gate: () => store.get().gate,
    restore: made.restore,
    environments,
    /**
     * Asks for a grant of a server and answers the question with `answer`. Returns whether a
     * question came, and the result.
     */
    async allow(name: string, answer: GrantAnswer, agent = who): Promise<{ asked: boolean; status: string }> {
      let asked = false;
      const end = store.subscribe(({ agents }) => {
        const [question] = agents.questions;
        if (!question || asked) return;
        asked = true;
        queueMicrotask(() => made.answer(question.id, answer));
      });
      const said = await made.allow({ who: agent }, server(name), "read with SQL", work);
      end();
      return { asked, status: said?.status ?? "allowed" };
    },
  };
}

const ALLOWED = { asked: true, status: "allowed" }, KNOWN = { asked: false, status: "allowed" };

Deno.test("allow() asks about production each time, unless the user chose longer for that server", async () => {
  const { allow } = asking({ shop: "prd", other: "prd" });
  assert.deepEqual(await allow("shop", "once"), ALLOWED);
  assert.deepEqual(await allow("shop", "always"), ALLOWED);
  assert.deepEqual(await allow("shop", "deny"), KNOWN);
  assert.deepEqual(await allow("other", "once"), ALLOWED);
});

Deno.test("allow() asks again about what became production since", async () => {
  const { allow, environments } = asking({ shop: "dev" });
  assert.deepEqual(await allow("shop", "always"), ALLOWED);
  assert.deepEqual(await allow("shop", "deny"), KNOWN);
  environments.update(() => ({ shop: "prd" }));
  assert.deepEqual(await allow("shop", "once"), ALLOWED);
  assert.deepEqual(await allow("shop", "always"), ALLOWED);
  assert.deepEqual(await allow("shop", "deny"), KNOWN);
});

Deno.test("allow() asks again of a program that has changed, or works in another folder", async () => {
  const { allow } = asking({});
  assert.deepEqual(await allow("shop", "always"), ALLOWED);
  for (const other of [{ ...who, digest: "b".repeat(64) }, { ...who, folder: "/other" }]) {
    assert.deepEqual(await allow("shop", "once", other), ALLOWED);
  }
});

Deno.test("allow() asks nothing about a saved grant when the keychain is slow as Kedge starts", async () => {
  const keychain = memoryKeychain();
  const before = asking({}, keychain);
  await before.allow("shop", "always");
  while (before.gate().grants[0]?.seal === undefined) await Promise.resolve();
  const opened = Promise.withResolvers<void>();
  const slow: SealKeychain = {
    get: (account) => opened.promise.then(() => keychain.get(account)),
    set: keychain.set,
  };
  const { allow, restore } = asking({}, slow);
  restore(before.gate());
  const allowed = allow("shop", "deny");
  opened.resolve();
  assert.deepEqual(await allowed, KNOWN);
});

Deno.test("allow() remembers a refusal for a minute, and a grant of an hour for an hour", async () => {
  const { allow, clock } = asking({});
  const refused = { status: "refused" };
  assert.deepEqual(await allow("shop", "deny"), { asked: true, ...refused });
  clock.now = 59_999;
  assert.deepEqual(await allow("shop", "once"), { asked: false, ...refused });
  clock.now = 60_000;
  assert.deepEqual(await allow("shop", "hour"), ALLOWED);
  clock.now += 3_599_999;
  assert.deepEqual(await allow("shop", "deny"), KNOWN);
  clock.now++;
  assert.deepEqual(await allow("shop", "once"), ALLOWED);
});

Deno.test("allow() gives a program that the system does not identify no grant that outlives the call", async () => {
  const { allow } = asking({});
  const untold = { ...who, program: null, digest: "" };
  assert.deepEqual(await allow("shop", "once", untold), ALLOWED);
  assert.deepEqual(await allow("shop", "once", untold), ALLOWED);
});
