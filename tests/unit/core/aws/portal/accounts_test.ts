import { deepEqual, equal, rejects } from "node:assert/strict";
import { CloudError } from "../../../../../src/core/aws/errors.ts";
import { createPortalAccounts, openPortalAccounts } from "../../../../../src/core/aws/portal/accounts.ts";
import { parseAccounts, writeAccounts } from "../../../../../src/core/aws/portal/accounts_file.ts";
import type { PortalAccount, PortalApi } from "../../../../../src/core/aws/portal/portal.ts";

const never = new AbortController().signal;
const A = { id: "111111111111", name: "a", email: "a@example.com" }, B = { id: "222222222222", name: "b" };

/** Returns a portal with these accounts. Records the requests that it gets. */
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

function portalAccountsOf(
  accounts: () => readonly PortalAccount[],
  asked: string[] = [],
  kept: string[] = [],
) {
  return createPortalAccounts(portalOf(accounts, asked), null, (text) => {
    kept.push(text);
    return Promise.resolve();
  }, () => 5);
}

Deno.test("refresh() keeps roles, and objects of what has not changed", async () => {
  let accounts: PortalAccount[] = [A, B];
  const portalAccounts = portalAccountsOf(() => accounts);
  await portalAccounts.refresh(never);
  await portalAccounts.roles(A.id, never);
  const [first] = portalAccounts.accounts();
  const list = portalAccounts.accounts();
  accounts = [A, { ...B, name: "other" }];
  await portalAccounts.refresh(never);
  equal(portalAccounts.accounts()[0], first);
  deepEqual(first!.roles, ["Admin", "Reader"]);
  equal(portalAccounts.accounts() === list, false);
  equal(portalAccounts.account(B.id)!.name, "other");
  await portalAccounts.saved();
});

Deno.test("doubtRoles() drops answers to requests that the user signed in before has begun", async () => {
  const go = Promise.withResolvers<void>();
  let who = { accounts: [A] as PortalAccount[], roles: ["Theirs"] };
  const portalAccounts = createPortalAccounts(
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
  const theirs = [portalAccounts.refresh(never), portalAccounts.roles(B.id, never)];
  who = { accounts: [B], roles: ["Mine"] };
  portalAccounts.doubtRoles();
  await portalAccounts.refresh(never);
  deepEqual(await portalAccounts.roles(B.id, never), ["Mine"]);
  go.resolve();
  await Promise.all(theirs);
  deepEqual(portalAccounts.accounts(), [{ ...B, roles: ["Mine"] }]);
  deepEqual(await portalAccounts.roles(B.id, never), ["Mine"]);
  await portalAccounts.saved();
});

Deno.test("roles() asks again after refresh(), once, and gives the known ones until the portal answers", async () => {
  let roles: string[] | CloudError = ["Admin"];
  let asked = 0;
  const portalAccounts = createPortalAccounts(
    {
      ...portalOf(() => [A]),
      roles: () => (asked++, roles instanceof CloudError ? Promise.reject(roles) : Promise.resolve(roles)),
    },
    null,
    () => Promise.resolve(),
    () => 5,
  );
  await portalAccounts.refresh(never);
  await portalAccounts.roles(A.id, never);
  roles = new CloudError("AWS was not reached", undefined, undefined, "offline");
  await portalAccounts.refresh(never);
  equal(asked, 1, "nothing is asked that nobody wants");
  deepEqual([await portalAccounts.roles(A.id, never), portalAccounts.account(A.id)!.roles], [["Admin"], [
    "Admin",
  ]]);
  roles = ["Reader"];
  for (let i = 0; i < 2; i++) deepEqual(await portalAccounts.roles(A.id, never), ["Reader"]);
  deepEqual([asked, portalAccounts.account(A.id)!.roles], [3, ["Reader"]]);
  roles = new CloudError("AWS was not reached", undefined, undefined, "offline");
  portalAccounts.doubtRoles();
  // After a change of user the cached roles may be the other user's, so an error is thrown instead.
  await rejects(portalAccounts.roles(A.id, never), /not reached/);
  await rejects(portalAccounts.roles(A.id, never, true), /not reached/);
  await portalAccounts.saved();
});

Deno.test("roles() asks once for all callers that wait, and keeps the answer", async () => {
  const asked: string[] = [];
  const portalAccounts = portalAccountsOf(() => [A], asked);
  await portalAccounts.refresh(never);
  await Promise.all([portalAccounts.roles(A.id, never), portalAccounts.roles(A.id, never)]);
  await portalAccounts.roles(A.id, never);
  deepEqual(asked, ["accounts", A.id]);
  await portalAccounts.roles(A.id, never, true);
  equal(asked.length, 3);
  await portalAccounts.saved();
});

Deno.test("named() remembers what the portal does not give any more, also after a restart", async () => {
  let accounts: PortalAccount[] = [A, B];
  const kept: string[] = [];
  const portalAccounts = portalAccountsOf(() => accounts, [], kept);
  await portalAccounts.refresh(never);
  accounts = [A];
  await portalAccounts.refresh(never);
  await portalAccounts.saved();
  equal(portalAccounts.account(B.id), undefined);
  const again = createPortalAccounts(
    portalOf(() => []),
    parseAccounts(kept.at(-1)!),
    () => Promise.resolve(),
    () => 6,
  );
  equal(again.named(B.id)!.name, "b");
  equal(again.account(B.id), undefined);
  deepEqual(again.account(A.id), A);
  equal(again.listedAt, 5);
});

Deno.test("the file of a portal's accounts names each role once and gives back what was kept", () => {
  const accounts = [{ ...A, roles: ["Admin", "Reader"] }, { ...B, roles: ["Reader"] }, {
    id: "333333333333",
  }];
  const text = writeAccounts({ listedAt: 7, accounts, former: [] });
  equal(text.split("Reader").length, 2);
  deepEqual(parseAccounts(text), { listedAt: 7, accounts, former: [] });
});

const BROKEN = ["", "{", "null", "[]", "{}", `{"format":2}`, `{"format":1,"roles":1,"accounts":[]}`];
for (const text of BROKEN) {
  Deno.test(`parseAccounts() takes nothing from ${JSON.stringify(text)}`, () =>
    equal(parseAccounts(text), null));
}

Deno.test("parseAccounts() leaves out what is no account", () => {
  const text = JSON.stringify({
    format: 1,
    listedAt: "x",
    roles: ["Admin", 7],
    accounts: [[A.id, "a", null, [0, 1, 9]], ["1"], 5, null, [1]],
  });
  deepEqual(parseAccounts(text), {
    listedAt: null,
    accounts: [{ id: A.id, name: "a", roles: ["Admin"] }],
    former: [],
  });
});

for (const file of ["/nonexistent/file.json", import.meta.dirname!]) {
  Deno.test(`openPortalAccounts() is empty when its file is ${file.startsWith("/none") ? "missing" : "no file"}`, async () => {
    const portalAccounts = await openPortalAccounts(portalOf(() => []), file);
    deepEqual([portalAccounts.accounts(), portalAccounts.listedAt], [[], null]);
  });
}

Deno.test("doubtRoles() has known roles asked for again, once, when they are wanted", async () => {
  const asked: string[] = [];
  const portalAccounts = portalAccountsOf(() => [A], asked);
  await portalAccounts.refresh(never);
  await portalAccounts.roles(A.id, never);
  portalAccounts.doubtRoles();
  deepEqual(asked, ["accounts", A.id]);
  await portalAccounts.roles(A.id, never);
  await portalAccounts.roles(A.id, never);
  deepEqual(asked, ["accounts", A.id, A.id]);
  await portalAccounts.saved();
});
