import assert from "node:assert/strict";
import { importEdits } from "../../../../src/core/app/features/settings/import_aws.ts";
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

Deno.test("importable() finds the portal, and accounts by what their profiles are called", () => {
  assert.deepEqual(found, {
    portal: { startUrl: "https://shop.awsapps.com/start", region: "eu-central-1" },
    accounts: [
      { accountId: "222222222222", name: "audit" },
      { accountId: "111111111111", name: "shop-staging", region: "eu-west-1" },
    ],
  });
});

const cases: readonly [name: string, before: string, words: string, after: RegExp][] = [
  [
    "nothing",
    "{}",
    "2 accounts and the portal https://shop.awsapps.com/start",
    /"ssoRegion": ?"eu-central-1"/,
  ],
  [
    "a portal of its own and one account",
    '{\n  // mine\n  "ssoStartUrl": "https://x",\n  "accounts": [{ "accountId": "222222222222", "name": "A" }]\n}',
    "1 account",
    /\/\/ mine[\s\S]*"https:\/\/x"[\s\S]*"A"[\s\S]*"111111111111"/,
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
