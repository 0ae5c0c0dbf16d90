import type { AwsFiles } from "../../../src/core/aws/profiles/files.ts";
import {
  openPortalSession as open,
  type PortalSession,
  type PortalSessionOptions,
} from "../../../src/core/aws/session/session.ts";
import { formatToken, type PortalToken } from "../../../src/core/aws/session/token.ts";
import { tokenFile } from "../../../src/core/aws/session/names.ts";
import type { ReadVariable } from "../../../src/core/aws/wire/endpoint.ts";
import { Secret } from "../../../src/core/secret.ts";
import { type FakeOptions, type FakePortal, type FakeSession, startFakePortal } from "./fake_portal.ts";
import { removeFolder } from "../remove_folder.ts";

/** Portal that tests sign in at; nothing is ever requested from this address itself. */
export const PORTAL = { startUrl: "https://d-1234567890.awsapps.com/start", region: "eu-west-1" };

/** A fake portal, and the AWS files of a separate user. */
export interface Stage {
  readonly fake: FakePortal;
  readonly files: AwsFiles;
  readonly home: string;
  /** Returns a session that uses the files. */
  session(options?: PortalSessionOptions): PortalSession;
  readonly env: ReadVariable;
  /** Writes `~/.aws/config`. */
  config(text: string): Promise<void>;
  /** Stores a token under a key, as another tool would. */
  plant(key: string, token: PortalToken): Promise<void>;
  /** Stores the token of a session that the fake knows, which a registered client can renew. */
  plantSession(key?: string, change?: Partial<PortalToken>): Promise<FakeSession>;
  /** Returns the JSON of the token with that key; null when there is none. */
  read(key?: string): Promise<Record<string, unknown> | null>;
}

/** Runs `work` on a stage, and removes the stage afterwards. */
export async function onStage(options: FakeOptions, work: (stage: Stage) => Promise<void>): Promise<void> {
  const home = await Deno.makeTempDir({ prefix: "kedge-aws-" });
  const fake = startFakePortal(options);
  const folder = `${home}/.aws`;
  const files: AwsFiles = {
    config: `${folder}/config`,
    credentials: `${folder}/credentials`,
    tokens: `${folder}/sso/cache`,
    cliCache: `${folder}/cli/cache`,
  };
  // The environment of the process is not used, because tests of other files run in it at the same time.
  const env = (name: string) => fake.env[name];
  await Deno.mkdir(folder);
  const stage: Stage = {
    fake,
    files,
    home,
    env,
    session: (options = {}) => open(PORTAL, { files, env, ...options }),
    config: (text) => Deno.writeTextFile(files.config, text),
    async plant(key, token) {
      await Deno.mkdir(files.tokens, { recursive: true });
      await Deno.writeTextFile(`${files.tokens}/${await tokenFile(key)}`, formatToken(token));
    },
    async plantSession(key = PORTAL.startUrl, change = {}) {
      const client = { id: crypto.randomUUID(), secret: `secret-${crypto.randomUUID()}` };
      fake.world.clients.set(client.id, { secret: client.secret, redirectUris: [] });
      const session = fake.open(client.id);
      await stage.plant(key, {
        ...PORTAL,
        accessToken: new Secret(session.accessToken),
        expiresAt: session.expiresAt,
        client: { id: client.id, secret: new Secret(client.secret), expiresAt: Date.now() + 86_400_000 },
        refreshToken: new Secret(session.refreshToken!),
        ...change,
      });
      return session;
    },
    async read(key = PORTAL.startUrl) {
      const path = `${files.tokens}/${await tokenFile(key)}`;
      return await Deno.readTextFile(path).then(JSON.parse, () => null);
    },
  };
  try {
    await work(stage);
  } finally {
    await fake.close();
    await removeFolder(home);
  }
}
