import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Keychain } from "../keychain/keychain.ts";
import { Secret } from "../secret.ts";
import type { GrantState } from "../state/agents.ts";
import { scopeKey } from "./scopes.ts";

/** The keychain item that contains the key, and its label for people. */
const ACCOUNT = "gate", LABEL = "Kedge: what agents were let at";

/** The functions of the keychain that seals need. */
export type SealKeychain = Pick<Keychain, "get" | "set">;

/**
 * Seals grants with a key in the keychain, so that changing state.json while Kedge is not running grants
 * nothing. The keychain is asked when there is a grant, one question at a time. Never throws: without a
 * keychain, grants have no seal and last until Kedge ends.
 */
export function createSeals(keychain: SealKeychain) {
  let key: Secret | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn<T>(otherwise: T, work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work).catch(() => otherwise);
    turn = mine;
    return mine;
  }

  async function newKey(): Promise<Secret> {
    const made = new Secret(crypto.getRandomValues(new Uint8Array(32)).toHex());
    await keychain.set(ACCOUNT, LABEL, made);
    return key = made;
  }

  return {
    sealed: (grant: GrantState) =>
      inTurn(grant, async () => {
        key ??= await keychain.get(ACCOUNT) ?? await newKey();
        return { ...grant, seal: sealOf(grant, key) };
      }),
    /** Returns the grants of a file whose seal is valid. */
    valid: (grants: readonly GrantState[]) =>
      inTurn<readonly GrantState[]>([], async () => {
        if (grants.length === 0) return [];
        const known = key ??= await keychain.get(ACCOUNT);
        if (known === null) return [];
        return grants.filter(({ seal, ...grant }) => seal !== undefined && same(seal, sealOf(grant, known)));
      }),
    /** Returns the same grants sealed with a new key, so that all copies of withdrawn grants lose their seal. */
    renewed: (grants: readonly GrantState[]) =>
      inTurn(grants, async () => {
        const made = await newKey();
        return grants.map((grant) => ({ ...grant, seal: sealOf(grant, made) }));
      }),
  };
}

function sealOf(grant: Omit<GrantState, "seal">, key: Secret): string {
  const { id, who, thing, length, production, at, until } = grant;
  const { program, script, digest, folder } = who;
  const fields = [
    id,
    program,
    script ?? null,
    digest,
    folder,
    scopeKey(thing),
    length,
    production,
    at,
    until ?? null,
  ];
  return createHmac("sha256", key.open()).update(JSON.stringify(fields)).digest("hex");
}

function same(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
