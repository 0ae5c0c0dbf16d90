import assert from "node:assert/strict";
import { importEdits } from "../../../../src/core/import/edits.ts";
import { commonName } from "../../../../src/core/aws/profiles/common_name.ts";
import { importable } from "../../../../src/core/aws/profiles/importable.ts";
import { parseProfiles } from "../../../../src/core/aws/profiles/profiles.ts";
import { editJson } from "../../../../src/core/json/mod.ts";

const CONFIG = `
[sso-session shop]
sso_start_url = https://shop.awsapps.com/start
sso_region = eu-central-1

[profile shop-staging-Admin]
sso_session = shop
sso_account_id = 111111111111
sso_role_name = Admin
region = eu-west-1

[profile shop-staging-Reader]
sso_session = shop
sso_account_id = 111111111111
sso_role_name = Reader

[profile audit]
role_arn = arn:aws:iam::222222222222:role/Auditor
source_profile = default

[default]
region = us-east-1
`;
const found = importable(parseProfiles(CONFIG, ""));

Deno.test("importable() finds the portal, and the accounts of profiles with a region", () => {
  assert.deepEqual(found, {
    portal: { startUrl: "https://shop.awsapps.com/start", region: "eu-central-1" },
    accounts: [
      { accountId: "111111111111", region: "eu-west-1" },
      { accountId: "222222222222", region: "us-east-1" },
    ],
  });
});

const named: readonly [profiles: string[], roles: string[], name: string][] = [
  [["shop-staging-Admin", "shop-staging-Reader"], ["Admin", "Reader"], "shop-staging"],
  [["audit"], ["Auditor"], "audit"],
  [["shop-admin"], ["Admin"], "shop"],
  [["alpha", "beta"], ["Admin"], ""],
  [["default"], ["Admin"], ""],
];
for (const [profiles, roles, name] of named) {
  Deno.test(`commonName() calls the account of ${profiles} “${name}”`, () => {
    assert.equal(commonName(profiles, roles), name);
  });
}

const cases: readonly [name: string, before: string, words: string, after: RegExp][] = [
  [
    "nothing",
    "{}",
    "2 accounts and the portal https://shop.awsapps.com/start",
    /"ssoRegion": ?"eu-central-1"/,
  ],
  [
    "a portal of its own and one account",
    '{\n  // mine\n  "ssoStartUrl": "https://x",\n  "accounts": [{ "accountId": "222222222222", "region": "us-east-1" }]\n}',
    "1 account",
    /\/\/ mine[\s\S]*"https:\/\/x"[\s\S]*"222222222222"[\s\S]*"111111111111"/,
  ],
];
for (const [name, before, words, after] of cases) {
  Deno.test(`importEdits() adds what is missing in a file with ${name}`, () => {
    const plan = importEdits(found, JSON.parse(before.replace(/^ *\/\/ mine\n/m, "")));
    assert.equal(plan.words, words);
    let text = before;
    for (const edit of plan.edits) {
      const edited = editJson(text, [edit]);
      assert.ok(edited.ok);
      text = edited.text;
    }
    assert.match(text, after);
    // A second import has nothing to do.
    assert.deepEqual(importEdits(found, JSON.parse(text.replace(/^ *\/\/ mine\n/m, ""))).edits, []);
  });
}
