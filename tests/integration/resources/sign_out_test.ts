import { deepEqual } from "node:assert/strict";
import { existsSync } from "node:fs";
import { foundEntries } from "../../../src/core/find/rows.ts";
import type { SignInState } from "../../../src/core/state/sign_in.ts";
import { account } from "../../support/pages/state.ts";
import { listed, resourcesAt } from "../../support/cloud/resources.ts";
import { until } from "../../unit/core/app/fixtures.ts";
import { ACCOUNT } from "./stage.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const { signal } = new AbortController();

/** Delays the next write of a file until `letGo()` is called. */
function holdWriting(): { readonly held: Promise<void>; letGo(): void } {
  const open = Deno.open, held = Promise.withResolvers<void>(), gate = Promise.withResolvers<void>();
  Deno.open = async (path, options) => {
    if (String(path).endsWith(".tmp")) {
      held.resolve();
      await gate.promise;
    }
    return await open(path, options);
  };
  return {
    held: held.promise,
    letGo() {
      Deno.open = open;
      gate.resolve();
    },
  };
}

/**
 * Runs `work` with a page that lists the secrets of an account, which AWS returns only during a
 * sign-in.
 */
async function withSecretsPage(
  status: SignInState["status"],
  work: (page: {
    test: ReturnType<typeof resourcesAt>;
    /** Reads the list until it is cached. */
    kept: () => Promise<void>;
    files: () => number;
    names: () => Promise<string[]>;
    typed: () => Promise<string[]>;
    aws: { denies: boolean };
  }) => Promise<void>,
): Promise<void> {
  const aws = { denies: false };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    if (aws.denies) return Response.json({ __type: "AccessDeniedException" }, { status: 400 });
    const isSecrets = request.headers.get("x-amz-target")!.endsWith("ListSecrets");
    return Response.json(isSecrets ? { SecretList: [{ Name: "orders/db" }] } : { Parameters: [] });
  });
  const cache = await Deno.makeTempDir({ prefix: "kedge-sign-out-" });
  const url = `http://127.0.0.1:${(server.addr as Deno.NetAddr).port}`;
  const test = resourcesAt(url, cache, [account(ACCOUNT, { region: "eu-central-1" })]);
  test.store.slice("signIn").update(() => ({ status }));
  try {
    await work({
      test,
      aws,
      async kept() {
        const told = Promise.withResolvers<void>();
        const end = test.resources.names.subscribe(told.resolve);
        await listed(test.resources.secrets.list({ account: ACCOUNT }));
        await told.promise;
        end();
      },
      files: () => existsSync(`${cache}/resources`) ? [...Deno.readDirSync(`${cache}/resources`)].length : 0,
      async names() {
        const read = await test.resources.secrets.list({ account: ACCOUNT }).rows("").read(0, 9, signal);
        return read.ok ? read.rows.map(({ name }) => name) : [];
      },
      async typed() {
        const read = await foundEntries(test.store, "orders", test.resources.names).read(0, 9, signal);
        return read.ok ? read.rows.map(({ title }) => title) : [];
      },
    });
    deepEqual(test.errors, []);
  } finally {
    await server.shutdown();
    await test.resources.close();
    await removeFolder(cache);
  }
}

Deno.test("signing out takes the names along that it has shown: from the disk, the lists and the palette", async () => {
  await withSecretsPage("signed-in", async ({ test, kept, files, names, typed, aws }) => {
    await kept();
    deepEqual([await names(), await typed()], [["orders/db"], ["orders/db"]]);
    aws.denies = true;
    // An expired session can be renewed, so its names stay.
    test.store.slice("signIn").update(() => ({ status: "expired" }));
    deepEqual(await typed(), ["orders/db"]);
    // While the list is written again, a temporary file is beside the old one.
    await until(() => files() === 1);
    test.store.slice("signIn").update(() => ({ status: "signed-out" }));
    await until(() => files() === 0);
    deepEqual([await names(), await typed()], [[], []]);
  });
});

Deno.test("names that were seen with the user's own keys stay when a portal is signed out of", async () => {
  await withSecretsPage("environment", async ({ test, kept, files, typed }) => {
    await kept();
    test.store.slice("signIn").update(() => ({ status: "signed-out" }));
    deepEqual(await typed(), ["orders/db"]);
    await until(() => files() === 1);
  });
});

for (const status of ["checking", "expired", "revoked"] as const) {
  Deno.test(`names that were had while the sign-in was ${status} go with it too: its credentials may outlive it`, async () => {
    await withSecretsPage(status, async ({ test, kept, files, typed }) => {
      await kept();
      await until(() => files() === 1);
      test.store.slice("signIn").update(() => ({ status: "signed-out" }));
      await until(() => files() === 0);
      deepEqual(await typed(), []);
    });
  });
}

Deno.test("a list that is being written while somebody signs out goes with the others", async () => {
  await withSecretsPage("signed-in", async ({ test, files, names, typed, aws }) => {
    const writing = holdWriting();
    await listed(test.resources.secrets.list({ account: ACCOUNT }));
    await writing.held;
    aws.denies = true;
    test.store.slice("signIn").update(() => ({ status: "signed-out" }));
    const written = Promise.withResolvers<void>();
    const end = test.resources.names.subscribe(written.resolve);
    writing.letGo();
    await written.promise;
    end();
    deepEqual([await typed(), await names(), files()], [[], [], 0]);
  });
});
