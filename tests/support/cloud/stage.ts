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

/** The portal that tests sign in at; nothing is ever asked of this address itself. */
export const PORTAL = { startUrl: "https://d-1234567890.awsapps.com/start", region: "eu-west-1" };

/** A fake portal, and AWS files of a user of their own. */
export interface Stage {
  readonly fake: FakePortal;
  readonly files: AwsFiles;
  readonly home: string;
  /** A session over the files. */
  session(options?: PortalSessionOptions): PortalSession;
  readonly env: ReadVariable;
  /** Writes `~/.aws/config`. */
  config(text: string): Promise<void>;
  /** Puts a token where the key says, as another tool would have. */
  plant(key: string, token: PortalToken): Promise<void>;
  /** The same for a session that the fake knows, which a registered client can renew. */
  plantSession(key?: string, change?: Partial<PortalToken>): Promise<FakeSession>;
  /** The JSON of the token of that key; null when there is none. */
  read(key?: string): Promise<Record<string, unknown> | null>;
}

/** Runs `work` on a stage that is gone afterwards. */
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
  // Not the environment of the process: tests of other files run in it at the same time.
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
