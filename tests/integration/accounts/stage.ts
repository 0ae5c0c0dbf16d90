import { join } from "node:path";
import { type FakeOptions, type FakePortal, startFakePortal } from "../../support/cloud/fake_portal.ts";
import { PORTAL } from "../../support/cloud/stage.ts";
import { kedge, type KedgeResult } from "../../support/program/kedge.ts";
import { removeFolder } from "../../support/remove_folder.ts";

/** A user of the command line: a home folder and a fake portal. */
export interface User {
  readonly fake: FakePortal;
  readonly home: string;
  /** Environment of all programs of this user. */
  readonly env: Readonly<Record<string, string>>;
  kedge(
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
    input?: string,
  ): Promise<KedgeResult>;
  /** Signs in with a device code that is confirmed at once. */
  signIn(): Promise<void>;
  /** Returns the files of the shared token cache, by name. */
  tokens(): Promise<Record<string, Record<string, unknown>>>;
}

/** The default configuration. */
export const CONFIG = {
  ssoStartUrl: PORTAL.startUrl,
  ssoRegion: PORTAL.region,
  envRules: [{ env: "prd", matchName: "production" }],
  accounts: [{ accountId: "222222222222", region: "us-west-2" }],
};

/** Runs `work` with a user whose files are removed afterwards. */
export async function asUser(
  options: FakeOptions,
  work: (user: User) => Promise<void>,
  config: unknown = CONFIG,
): Promise<void> {
  const home = await Deno.makeTempDir({ prefix: "kedge-user-" });
  const fake = startFakePortal({ interval: 50, ...options });
  const env = { HOME: home, USERPROFILE: home, KEDGE_HOME: join(home, ".kedge"), ...fake.env };
  await Deno.mkdir(env.KEDGE_HOME, { mode: 0o700 });
  await Deno.writeTextFile(join(env.KEDGE_HOME, "config.json"), JSON.stringify(config));
  const user: User = {
    fake,
    home,
    env,
    kedge: (args, more = {}, input) =>
      kedge(args, { env: { ...env, ...more }, ...(input === undefined ? {} : { input }) }),
    async signIn() {
      fake.misbehave = (_, { pathname }) => {
        if (pathname === "/token") {
          for (const device of fake.world.devices.values()) device.state = "approved";
        }
        return undefined;
      };
      const { code, stderr } = await user.kedge(["--sign-in", "--device"]);
      fake.misbehave = null;
      if (code !== 0) throw new Error(stderr);
    },
    async tokens() {
      const folder = join(home, ".aws/sso/cache");
      const found: Record<string, Record<string, unknown>> = {};
      for await (const { name } of Deno.readDir(folder)) {
        if (name.endsWith(".json")) found[name] = JSON.parse(await Deno.readTextFile(join(folder, name)));
      }
      return found;
    },
  };
  try {
    await work(user);
  } finally {
    await fake.close();
    await removeFolder(home);
  }
}
