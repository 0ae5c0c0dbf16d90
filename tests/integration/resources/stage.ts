import { join } from "node:path";
import { wrap } from "../../../src/core/aws/credentials/credentials.ts";
import type { ResourceTarget } from "../../../src/core/aws/resources/target.ts";
import { kedge, type KedgeResult } from "../../support/program/kedge.ts";
import { type Moto, startMoto } from "../../support/servers/moto.ts";
import { removeFolder } from "../../support/remove_folder.ts";

/** The account that moto uses for unknown keys. */
export const ACCOUNT = "123456789012";

const KEYS = { accessKeyId: "own-key", secretAccessKey: "own-secret" };

/** A user with a home, and keys of an account in moto. */
export interface ResourceUser {
  readonly moto: Moto;
  /** Region and credentials for calls from this process. */
  readonly at: ResourceTarget;
  kedge(...args: string[]): Promise<KedgeResult>;
}

/**
 * Runs `work` with a user whose home is removed afterwards; `more` are further environment
 * variables.
 */
export async function asUser(
  work: (user: ResourceUser) => Promise<void>,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const moto = await startMoto();
  const home = await Deno.makeTempDir({ prefix: "kedge-resources-" });
  await Deno.mkdir(join(home, ".kedge"), { mode: 0o700 });
  const env = {
    HOME: home,
    KEDGE_HOME: join(home, ".kedge"),
    AWS_ENDPOINT_URL: moto.url,
    AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    AWS_REGION: "eu-central-1",
    ...more,
  };
  const at = {
    region: "eu-central-1",
    env: (name: string) => name === "AWS_ENDPOINT_URL" ? moto.url : undefined,
    credentials: wrap(KEYS),
  };
  try {
    await work({ moto, at, kedge: (...args) => kedge(args, { env }) });
  } finally {
    await moto.stop();
    await removeFolder(home);
  }
}
