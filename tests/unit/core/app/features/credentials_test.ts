import { deepEqual, equal, match } from "node:assert/strict";
import type { Cloud } from "../../../../../src/core/aws/cloud.ts";
import { CloudError } from "../../../../../src/core/aws/errors.ts";
import { wrap } from "../../../../../src/core/aws/credentials/credentials.ts";
import {
  createCredentialUses,
  type CredentialServices,
  type CredentialUses,
} from "../../../../../src/core/app/features/credentials/credentials.ts";
import type { Config } from "../../../../../src/core/config/config.ts";
import { Secret } from "../../../../../src/core/secret.ts";
import type { AppState, ToastState } from "../../../../../src/core/state/state.ts";
import { account } from "../../../../support/pages/state.ts";
import { credentialServices, roleWork, store as storeOf } from "../fixtures.ts";

const ID = "123456789012";

interface Set {
  readonly uses: CredentialUses;
  /** What was called, each call in a few words. */
  readonly did: string[];
  readonly state: () => AppState;
}

function setup(
  parts: Partial<CredentialServices> = {},
  roles: readonly string[] = [],
  config: Partial<Config> = {},
  signsIn = false,
): Set {
  const did: string[] = [];
  const store = storeOf(config);
  store.slice("accounts").update(() => [account(ID, { name: "shop", env: "prd", region: "eu-central-1" })]);
  const say = (text: string) => Promise.resolve((did.push(text), { ok: true } as const));
  const services: CredentialServices = {
    ...credentialServices(),
    copySecret: (
      secret,
    ) => (did.push(`copy ${secret.open()}`), Promise.resolve({ ok: true, seconds: 45, marked: true })),
    openTerminal: ({ account, role, region, title }) => say(`terminal ${account}/${role} ${region} ${title}`),
    openLink: ({ address, isSecret }, browser) =>
      say(`link ${address} ${isSecret}${browser ? ` ${browser.browser}/${browser.profile}` : ""}`),
    keepRole: async (account, role) => void await say(`keep ${account}/${role}`),
    ...parts,
  };
  const work = roleWork({
    store,
    windows: { open: (page, params) => (did.push(`open ${page} ${params?.account}`), "w") },
    signIn: {
      needed: ({ what, why }) => Promise.resolve(did.push(`sign in: ${what}. ${why}`) > 0 && signsIn),
    },
    roles: () => Promise.resolve(roles),
    services,
  });
  const toasts = { show: ({ title, message }: ToastState) => void did.push(`toast ${title}: ${message}`) };
  const uses = createCredentialUses({ store, toasts, roleWork: work }, services);
  return { uses, did, state: () => store.get() };
}

const LINK = (role: string, service = "console/home") =>
  `https://team.awsapps.com/start/#/console?${new URLSearchParams({
    account_id: ID,
    ...(role ? { role_name: role } : {}),
    destination: `https://eu-central-1.console.aws.amazon.com/${service}?region=eu-central-1`,
  })}`;

Deno.test("console() opens the portal's link as the role, with the region of the account", async () => {
  const { uses, did } = setup();
  deepEqual(await uses.console({ account: ID, role: "Admin", service: "ecs" }), { ok: true });
  deepEqual(did, [`link ${LINK("Admin", "ecs/v2/clusters")} false`, `keep ${ID}/Admin`]);
});

Deno.test("console() takes the role of last time, and else leaves it to the portal", async () => {
  const last = setup({ lastRole: () => Promise.resolve("Reader") });
  await last.uses.console({ account: ID });
  equal(last.did[0], `link ${LINK("Reader")} false`);
  const none = setup({}, ["Admin", "Reader"]);
  await none.uses.console({ account: ID });
  deepEqual(none.did, [`link ${LINK("")} false`]);
});

for (
  const [roles, done] of [
    [["Only"], [`credentials of ${ID}/Only`]],
    [["Admin", "Reader"], [`open accounts ${ID}`]],
  ] satisfies [string[], string[]][]
) {
  Deno.test(`console() takes ${roles.length} role${roles.length === 1 ? "" : "s"} of a profile as other uses do when the portal does not list the account`, async () => {
    const asked: string[] = [];
    const credentials: Cloud["credentials"] = ({ account, role }) => {
      asked.push(`credentials of ${account}/${role}`);
      return Promise.reject(new CloudError("No link here.", "Try again.", undefined, "failed"));
    };
    const { session } = await credentialServices().cloud(storeOf().get().config.value);
    const cloud = () => Promise.resolve({ session, servesPortal: () => Promise.resolve(false), credentials });
    const { uses, did } = setup({ cloud }, roles);
    await uses.console({ account: ID });
    deepEqual([...did, ...asked], done);
  });
}

Deno.test("console() opens in the browser that was chosen for the account's environment", async () => {
  const { uses, did } = setup();
  uses.chooseBrowser("prd", { browser: "chrome", profile: "Profile 2" });
  await uses.console({ account: ID, role: "Admin" });
  match(did[0]!, / false chrome\/Profile 2$/);
  uses.chooseBrowser("prd", null);
  await uses.console({ account: ID, role: "Admin" });
  match(did[2]!, / false$/);
});

const SHELLS: [shell: "sh" | "fish" | "powershell" | "cmd", line: string][] = [
  ["sh", "export AWS_SECRET_ACCESS_KEY='s3cret'\n"],
  ["fish", "set -gx AWS_SECRET_ACCESS_KEY 's3cret'\n"],
  ["powershell", "$env:AWS_SECRET_ACCESS_KEY = 's3cret'\n"],
  ["cmd", 'set "AWS_SECRET_ACCESS_KEY=s3cret"\n'],
];
for (const [shell, line] of SHELLS) {
  Deno.test(`copy() writes for ${shell}, and tells nothing of what it copied`, async () => {
    const { uses, did } = setup();
    const copied = await uses.copy({ account: ID, role: "Admin", shell });
    deepEqual(copied, { ok: true, value: { seconds: 45, marked: true, shell } });
    const text = did.find((what) => what.startsWith("copy "))!;
    equal(text.includes(line) && text.includes("eu-central-1"), true, text);
    deepEqual(did.filter((what) => what.includes("s3cret")), [text]);
  });
}

Deno.test("copy() writes for the chosen shell, and shows a toast unless its caller says so itself", async () => {
  const { uses, did } = setup();
  uses.chooseShell("fish");
  await uses.copy({ account: ID, role: "Admin" });
  match(did[0]!, /^copy set -e AWS_PROFILE\n/);
  equal(
    did[1],
    "toast Credentials copied: shop · 1234 5678 9012 as Admin. The clipboard is cleared in 45 s.",
  );
  await uses.copy({ account: ID, role: "Admin", quiet: true });
  equal(did.filter((what) => what.startsWith("toast")).length, 1);
});

Deno.test("copy() takes the only role, and asks on the account's page when there are more", async () => {
  const one = setup({}, ["Admin"]);
  await one.uses.copy({ account: ID });
  equal(one.did.at(-1), `keep ${ID}/Admin`);
  const more = setup({}, ["Admin", "Reader"]);
  deepEqual(await more.uses.copy({ account: ID }), { ok: true });
  deepEqual(more.did, [`open accounts ${ID}`]);
});

Deno.test("terminal() opens one with the names of account and role, once there are credentials", async () => {
  const { uses, did } = setup();
  await uses.terminal({ account: ID, role: "Admin" });
  equal(did[0], `terminal ${ID}/Admin eu-central-1 shop · 1234 5678 9012 as Admin`);
});

Deno.test("a refusal of AWS is told with its next step, and nothing is opened, copied or kept", async () => {
  const credentials = () =>
    Promise.reject(new CloudError("You are signed out.", "Sign in.", undefined, "denied"));
  const session = null;
  const cloud = () => Promise.resolve({ session, servesPortal: () => Promise.resolve(false), credentials });
  const { uses, did } = setup({ cloud });
  const refused = { ok: false, error: "You are signed out.", hint: "Sign in." };
  const asked = { account: ID, role: "Admin" };
  deepEqual(await Promise.all([uses.console(asked), uses.copy(asked), uses.terminal(asked)]), [
    refused,
    refused,
    refused,
  ]);
  deepEqual(did, []);
});

Deno.test("a clipboard that cannot be reached is told, and the role is not counted as used", async () => {
  const refused = { ok: false, error: "no clipboard", hint: "Use --exports." } as const;
  const { uses, did } = setup({ copySecret: () => Promise.resolve(refused) });
  deepEqual(await uses.copy({ account: ID, role: "Admin" }), refused);
  deepEqual(did, []);
});

Deno.test("restore() takes what looks like choices and leaves out the rest", () => {
  const { uses, state } = setup();
  uses.restore({
    shell: "tcsh",
    terminal: "kitty",
    browsers: { prd: { browser: "firefox", profile: "work" }, dev: { profile: "x" }, stg: 7 },
  });
  deepEqual(state().choices, {
    terminal: "kitty",
    browsers: { prd: { browser: "firefox", profile: "work" } },
  });
});

Deno.test("credentials that are copied are asked for as the account's region has them", async () => {
  const asked: string[] = [];
  const { uses } = setup({
    cloud: () =>
      Promise.resolve({
        session: null,
        servesPortal: () => Promise.resolve(false),
        credentials: ({ account, role, region }) => {
          asked.push(`${account}/${role} ${region}`);
          return Promise.resolve(wrap({ accessKeyId: "AKID", secretAccessKey: "s3cret" }));
        },
      }),
  });
  await uses.copy({ account: ID, role: "Admin" });
  await uses.copy({ account: "999999999999", role: "Admin" });
  deepEqual(asked, [`${ID}/Admin eu-central-1`, "999999999999/Admin us-east-1"]);
});

for (const signsIn of [true, false]) {
  Deno.test(`copy() waits for the user to sign in, and ${signsIn ? "goes on" : "says why it did not"}`, async () => {
    let tries = 0;
    const credentials = () => {
      if (tries++ > 0) return Promise.resolve(wrap({ accessKeyId: "AKID", secretAccessKey: "s3cret" }));
      return Promise.reject(new CloudError("You are not signed in.", "Sign in.", undefined, "signed-out"));
    };
    const { cloud } = credentialServices();
    const parts = { cloud: async (config: Config) => ({ ...await cloud(config), credentials }) };
    const { uses, did } = setup(parts, [], {}, signsIn);
    const result = await uses.copy({ account: ID, role: "Admin", quiet: true });
    equal(did[0], "sign in: Copy credentials. It is for shop · 1234 5678 9012 as Admin.");
    equal(result.ok, signsIn);
    equal(did.some((did) => did.startsWith("copy ")), signsIn);
  });
}

for (
  const [what, newer, copied] of [
    ["other credentials", (uses) => uses.copy({ account: ID, role: "Fast" }), true],
    ["a secret", (uses) => uses.beginCopy()(new Secret("value")), true],
    ["a secret that the clipboard did not take", (uses) => uses.beginCopy()(new Secret("long")), false],
  ] satisfies [string, (uses: CredentialUses) => Promise<{ readonly ok: boolean }>, boolean][]
) {
  Deno.test(`copy() that AWS answers after ${what} ${copied ? "leaves that on the clipboard" : "copies"}`, async () => {
    const answered = Promise.withResolvers<void>(), texts: string[] = [];
    const { cloud } = credentialServices();
    const { uses } = setup({
      cloud: async (config) => ({
        ...await cloud(config),
        async credentials({ role }) {
          if (role === "Slow") await answered.promise;
          return wrap({ accessKeyId: role, secretAccessKey: "s3cret" });
        },
      }),
      copySecret(secret) {
        const text = secret.open();
        if (text === "long") return Promise.resolve({ ok: false, error: "This is too long." });
        texts.push(text);
        return Promise.resolve({ ok: true, seconds: 45, marked: true });
      },
    });
    const older = uses.copy({ account: ID, role: "Slow" });
    equal((await newer(uses)).ok, copied);
    answered.resolve();
    equal((await older).ok, !copied);
    equal(texts.length, 1);
    equal(texts[0]!.includes("Slow"), !copied);
  });
}

for (const use of ["console", "terminal"] as const) {
  Deno.test(`${use}() that is asked for twice at once opens one, and another when asked again`, async () => {
    const opened = Promise.withResolvers<void>();
    let opens = 0;
    const open = async () => {
      opens++;
      await opened.promise;
      return { ok: true } as const;
    };
    const { uses } = setup({ openLink: open, openTerminal: open });
    const ask = (role: string) => uses[use]({ account: ID, role });
    const both = [ask("Admin"), ask("Admin"), ask("ReadOnly")];
    opened.resolve();
    deepEqual((await Promise.all(both)).map(({ ok }) => ok), [true, true, true]);
    equal(opens, 2);
    await ask("Admin");
    equal(opens, 3);
  });
}
