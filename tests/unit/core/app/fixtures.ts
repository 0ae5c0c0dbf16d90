import type { Config } from "../../../../src/core/config/config.ts";
import { defaultConfig } from "../../../../src/core/config/mod.ts";
import { createRoleWork } from "../../../../src/core/app/as_role.ts";
import type { ListBase } from "../../../../src/core/app/features/resources/list_of.ts";
import { initialState } from "../../../../src/core/app/initial_state.ts";
import { wrap } from "../../../../src/core/aws/credentials/credentials.ts";
import type { PortalSession } from "../../../../src/core/aws/session/session.ts";
import type { CredentialServices } from "../../../../src/core/app/features/credentials/credentials.ts";
import { beginWait } from "../../../runner/slowness.ts";
import { type TestStore, testStore } from "../../../support/pages/store.ts";

/** Returns the default configuration with these parts changed. */
export function config(parts: Partial<Config> = {}): Config {
  return { ...defaultConfig(), ...parts };
}

/** Returns a store in its initial state; a listener that throws fails the test. */
export function store(parts: Partial<Config> = {}): TestStore {
  const app = { version: "0.1.0", development: true, home: "/home/u/.kedge", platform: "linux" as const };
  return testStore(initialState(app, "/home/u/.kedge/config.json", config(parts)));
}

/**
 * Waits until `holds` returns true, checking every ms; fails after a minute, later on a slow machine.
 */
export async function until(holds: () => boolean): Promise<void> {
  const isOver = beginWait(60_000);
  while (!holds()) {
    if (isOver()) throw new Error(`never held: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Returns services with which credentials over a portal work, with these parts changed. */
export function credentialServices(parts: Partial<CredentialServices> = {}): CredentialServices {
  return {
    cloud: () =>
      Promise.resolve({
        session: {
          portal: { startUrl: "https://team.awsapps.com/start/", region: "eu-west-1" },
        } as PortalSession,
        servesPortal: () => Promise.resolve(true),
        credentials: () => Promise.resolve(wrap({ accessKeyId: "AKID", secretAccessKey: "s3cret" })),
      }),
    copySecret: () => Promise.resolve({ ok: true, seconds: 45, marked: true }),
    openTerminal: () => Promise.resolve({ ok: true }),
    openLink: () => Promise.resolve({ ok: true }),
    lastRole: () => Promise.resolve(undefined),
    keepRole: () => Promise.resolve(),
    usualRegion: () => "us-east-1",
    ...parts,
  };
}

/** Returns the services of a computer that has no portal, only these keys. */
export function keysAlone(
  credentials = wrap({ accessKeyId: "AKID", secretAccessKey: "s3cret" }),
): CredentialServices {
  return credentialServices({
    cloud: () =>
      Promise.resolve({
        session: null,
        servesPortal: () => Promise.resolve(false),
        credentials: () => Promise.resolve(credentials),
      }),
  });
}

/** An `onError` for tests in which no error may occur. */
export function unexpected(error: unknown): never {
  throw error;
}

/** Returns a region with credentials that no test checks. */
export function placeIn(region: string) {
  return { region, credentials: wrap({ accessKeyId: "A", secretAccessKey: "B" }) };
}

/** Returns the work in a role; each account has the role `Admin`, and the user is signed in. */
export function roleWork(
  { store, ...parts }: { store: TestStore } & Partial<Parameters<typeof createRoleWork>[0]>,
) {
  return createRoleWork({
    store,
    windows: { open: () => "w" },
    signIn: { needed: () => Promise.resolve(false) },
    roles: () => Promise.resolve(["Admin"]),
    services: credentialServices(),
    ...parts,
  });
}

/** Returns the common parts of lists of resources in eu-central-1; nothing is cached. */
export function listBase(
  { store, ...parts }: { store: TestStore } & Partial<Omit<ListBase<never>, "cached">>,
) {
  return {
    roleWork: roleWork({ store }),
    targetOf: () => () => Promise.resolve({ role: "", at: placeIn("eu-central-1") }),
    cached: () => ({ read: () => Promise.resolve(null), write: () => Promise.resolve() }),
    perPage: () => 50,
    now: Date.now,
    onError: unexpected,
    ...parts,
  };
}
