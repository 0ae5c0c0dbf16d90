import assert from "node:assert/strict";
import { newGrant } from "../../../../src/core/gate/grants.ts";
import { createSeals } from "../../../../src/core/gate/seals.ts";
import type { GrantScope, GrantState } from "../../../../src/core/state/agents.ts";
import { memoryKeychain } from "../../../support/memory_keychain.ts";

const who = { program: "/usr/bin/agent", digest: "a".repeat(64), folder: "/work", parents: [] };
const shop: GrantScope = { kind: "server", name: "shop", at: "postgres db:5432", hides: ["t.c"] };
const made = (thing: GrantScope = shop): GrantState => ({
  ...newGrant(who, { name: "claude", version: "1" }, thing, "always", 5),
  production: false,
});

const FORGED: readonly (readonly [what: string, forge: (grant: GrantState) => GrantState])[] = [
  ["without a seal", ({ seal: _, ...grant }) => grant],
  ["with a made-up seal", (grant) => ({ ...grant, seal: "0".repeat(64) })],
  ["for another server", (grant) => ({ ...grant, thing: { ...shop, name: "prod" } })],
  [
    "for a server that hides less",
    (grant) => ({ ...grant, thing: { kind: "server", name: "shop", at: shop.at } }),
  ],
  ["for the login itself", (grant) => ({ ...grant, thing: { ...shop, raw: true } })],
  ["for another program", (grant) => ({ ...grant, who: { ...who, program: "/tmp/agent" } })],
  ["for a changed program", (grant) => ({ ...grant, who: { ...who, digest: "b".repeat(64) } })],
  ["for another folder", (grant) => ({ ...grant, who: { ...who, folder: "/" } })],
  ["for production", (grant) => ({ ...grant, production: true })],
  ["for longer", (grant) => ({ ...grant, until: 1e15 })],
];
for (const [what, forge] of FORGED) {
  Deno.test(`valid() gives no grant that was written ${what}`, async () => {
    const seals = createSeals(memoryKeychain());
    const grant = await seals.sealed(made());
    assert.deepEqual(await seals.valid([grant, forge(grant)]), [grant]);
  });
}

Deno.test("valid() knows the grants of the Kedge before by the same keychain, and of none by another", async () => {
  const keychain = memoryKeychain();
  const grant = await createSeals(keychain).sealed(made());
  assert.deepEqual(await createSeals(keychain).valid([grant]), [grant]);
  assert.deepEqual(await createSeals(memoryKeychain()).valid([grant]), []);
});

Deno.test("renewed() leaves no copy of what was withdrawn", async () => {
  const keychain = memoryKeychain();
  const seals = createSeals(keychain);
  const [withdrawn, other] = [
    await seals.sealed(made()),
    await seals.sealed(made({ ...shop, name: "other" })),
  ];
  const left = await seals.renewed([other]);
  assert.deepEqual(await seals.valid([withdrawn, other, ...left]), left);
  assert.deepEqual(await createSeals(keychain).valid([withdrawn, ...left]), left);
});

Deno.test("a keychain that gives nothing gives no seal, and no error", async () => {
  const keychain = memoryKeychain();
  keychain.state = { status: "locked", message: "It is locked", hint: "Unlock it." };
  const seals = createSeals(keychain);
  const grant = made();
  assert.equal(await seals.sealed(grant), grant);
  assert.deepEqual(await seals.valid([grant]), []);
  assert.deepEqual(await seals.renewed([grant]), [grant]);
});
