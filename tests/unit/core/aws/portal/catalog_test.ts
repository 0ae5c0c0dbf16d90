import { deepEqual, equal, rejects } from "node:assert/strict";
import { CloudError } from "../../../../../src/core/aws/errors.ts";
import { createPortalCatalog, openCatalog } from "../../../../../src/core/aws/portal/catalog.ts";
import { parseCatalog, writeCatalog } from "../../../../../src/core/aws/portal/catalog_file.ts";
import type { PortalAccount, PortalApi } from "../../../../../src/core/aws/portal/portal.ts";

const never = new AbortController().signal;
const A = { id: "111111111111", name: "a", email: "a@example.com" }, B = { id: "222222222222", name: "b" };

/** A portal of these accounts; counts what it is asked. */
function portalOf(accounts: () => readonly PortalAccount[], asked: string[] = []): PortalApi {
  return {
    accounts() {
      asked.push("accounts");
      return Promise.resolve([...accounts()]);
    },
    roles(account) {
      asked.push(account);
      return Promise.resolve(["Admin", "Reader"]);
    },
    credentials: () => Promise.reject(new Error("not asked")),
  };
}

function catalogOf(accounts: () => readonly PortalAccount[], asked: string[] = [], kept: string[] = []) {
  return createPortalCatalog(portalOf(accounts, asked), null, (text) => {
    kept.push(text);
    return Promise.resolve();
  }, () => 5);
}

Deno.test("refresh() keeps roles, and objects of what has not changed", async () => {
  let accounts: PortalAccount[] = [A, B];
  const catalog = catalogOf(() => accounts);
  await catalog.refresh(never);
  await catalog.roles(A.id, never);
  const [first] = catalog.accounts();
  const list = catalog.accounts();
  accounts = [A, { ...B, name: "other" }];
  await catalog.refresh(never);
  equal(catalog.accounts()[0], first);
  deepEqual(first!.roles, ["Admin", "Reader"]);
  equal(catalog.accounts() === list, false);
  equal(catalog.account(B.id)!.name, "other");
  await catalog.saved();
});

Deno.test("doubtRoles() keeps out what is still being asked for as somebody else", async () => {
  const go = Promise.withResolvers<void>();
  let who = { accounts: [A] as PortalAccount[], roles: ["Theirs"] };
  const catalog = createPortalCatalog(
    {
      async accounts() {
        const { accounts } = who;
        if (accounts[0] === A) await go.promise;
        return accounts;
      },
      async roles() {
        const { roles } = who;
        if (roles[0] === "Theirs") await go.promise;
        return roles;
      },
      credentials: () => Promise.reject(new Error("not asked")),
    },
    null,
    () => Promise.resolve(),
    () => 5,
  );
  const theirs = [catalog.refresh(never), catalog.roles(B.id, never)];
  who = { accounts: [B], roles: ["Mine"] };
  catalog.doubtRoles();
  await catalog.refresh(never);
  deepEqual(await catalog.roles(B.id, never), ["Mine"]);
  go.resolve();
  await Promise.all(theirs);
  deepEqual(catalog.accounts(), [{ ...B, roles: ["Mine"] }]);
  deepEqual(await catalog.roles(B.id, never), ["Mine"]);
  await catalog.saved();
});

Deno.test("roles() asks again after refresh(), once, and gives the known ones until the portal answers", async () => {
  let roles: string[] | CloudError = ["Admin"];
  let asked = 0;
  const catalog = createPortalCatalog(
    {
      ...portalOf(() => [A]),
      roles: () => (asked++, roles instanceof CloudError ? Promise.reject(roles) : Promise.resolve(roles)),
    },
    null,
    () => Promise.resolve(),
    () => 5,
  );
  await catalog.refresh(never);
  await catalog.roles(A.id, never);
  roles = new CloudError("AWS was not reached", undefined, undefined, "offline");
  await catalog.refresh(never);
  equal(asked, 1, "nothing is asked that nobody wants");
  deepEqual([await catalog.roles(A.id, never), catalog.account(A.id)!.roles], [["Admin"], ["Admin"]]);
  roles = ["Reader"];
  for (let i = 0; i < 2; i++) deepEqual(await catalog.roles(A.id, never), ["Reader"]);
  deepEqual([asked, catalog.account(A.id)!.roles], [3, ["Reader"]]);
  roles = new CloudError("AWS was not reached", undefined, undefined, "offline");
  catalog.doubtRoles();
  // Those of another user are given to nobody.
  await rejects(catalog.roles(A.id, never), /not reached/);
  await rejects(catalog.roles(A.id, never, true), /not reached/);
  await catalog.saved();
});

Deno.test("roles() asks once for all who wait, and keeps what came", async () => {
  const asked: string[] = [];
  const catalog = catalogOf(() => [A], asked);
  await catalog.refresh(never);
  await Promise.all([catalog.roles(A.id, never), catalog.roles(A.id, never)]);
  await catalog.roles(A.id, never);
  deepEqual(asked, ["accounts", A.id]);
  await catalog.roles(A.id, never, true);
  equal(asked.length, 3);
  await catalog.saved();
});

Deno.test("named() remembers what the portal does not give any more, also after a restart", async () => {
  let accounts: PortalAccount[] = [A, B];
  const kept: string[] = [];
  const catalog = catalogOf(() => accounts, [], kept);
  await catalog.refresh(never);
  accounts = [A];
  await catalog.refresh(never);
  await catalog.saved();
  equal(catalog.account(B.id), undefined);
  const again = createPortalCatalog(
    portalOf(() => []),
    parseCatalog(kept.at(-1)!),
    () => Promise.resolve(),
    () => 6,
  );
  equal(again.named(B.id)!.name, "b");
  equal(again.account(B.id), undefined);
  deepEqual(again.account(A.id), A);
  equal(again.listedAt, 5);
});

Deno.test("a catalogue's file names each role once and gives back what was kept", () => {
  const accounts = [{ ...A, roles: ["Admin", "Reader"] }, { ...B, roles: ["Reader"] }, {
    id: "333333333333",
  }];
  const text = writeCatalog({ listedAt: 7, accounts, former: [] });
  equal(text.split("Reader").length, 2);
  deepEqual(parseCatalog(text), { listedAt: 7, accounts, former: [] });
});

const BROKEN = ["", "{", "null", "[]", "{}", `{"format":2}`, `{"format":1,"roles":1,"accounts":[]}`];
for (const text of BROKEN) {
  Deno.test(`parseCatalog() takes nothing from ${JSON.stringify(text)}`, () =>
    equal(parseCatalog(text), null));
}

Deno.test("parseCatalog() leaves out what is no account", () => {
  const text = JSON.stringify({
    format: 1,
    listedAt: "x",
    roles: ["Admin", 7],
    accounts: [[A.id, "a", null, [0, 1, 9]], ["1"], 5, null, [1]],
  });
  deepEqual(parseCatalog(text), {
    listedAt: null,
    accounts: [{ id: A.id, name: "a", roles: ["Admin"] }],
    former: [],
  });
});

for (const file of ["/nonexistent/file.json", import.meta.dirname!]) {
  Deno.test(`openCatalog() is empty when its file is ${file.startsWith("/none") ? "missing" : "no file"}`, async () => {
    const catalog = await openCatalog(portalOf(() => []), file);
    deepEqual([catalog.accounts(), catalog.listedAt], [[], null]);
  });
}

Deno.test("doubtRoles() has known roles asked for again, once, when they are wanted", async () => {
  const asked: string[] = [];
  const catalog = catalogOf(() => [A], asked);
  await catalog.refresh(never);
  await catalog.roles(A.id, never);
  catalog.doubtRoles();
  deepEqual(asked, ["accounts", A.id]);
  await catalog.roles(A.id, never);
  await catalog.roles(A.id, never);
  deepEqual(asked, ["accounts", A.id, A.id]);
  await catalog.saved();
});
