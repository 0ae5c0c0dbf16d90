import { AwsV4Signer } from "aws4fetch";
import { Secret } from "../../secret.ts";
import { type AwsCredentials, unwrap } from "../credentials/credentials.ts";
import { CloudError } from "../errors.ts";
import { callServerless } from "../service/operations.ts";
import { callQuery } from "../service/xml.ts";
import { clockSkew, signatureTime } from "../wire/clock.ts";
import { secretFields } from "./fields.ts";
import type { ResourceTarget } from "./target.ts";
import { readSecret } from "./secrets.ts";

/** User and password of a database. */
interface DatabaseLogin {
  readonly user: string;
  readonly password: Secret;
}

/** Time within which a token can be used to connect, s. */
const TOKEN_SECONDS = 900;

/**
 * Makes a token that RDS accepts instead of a password, without a request. The token is valid for exactly
 * this endpoint, not for a tunnel or another name of it. `now` is ms since 1970.
 */
export async function rdsToken(
  credentials: AwsCredentials,
  { host, port, region, user }: {
    readonly host: string;
    readonly port: number;
    readonly region: string;
    readonly user: string;
  },
  now = Date.now() + clockSkew(),
): Promise<Secret> {
  const url = new URL(`https://${host}:${port}/`);
  url.searchParams.set("Action", "connect");
  url.searchParams.set("DBUser", user);
  url.searchParams.set("X-Amz-Expires", String(TOKEN_SECONDS));
  const signer = new AwsV4Signer({
    method: "GET",
    url: url.href,
    service: "rds-db",
    region,
    signQuery: true,
    datetime: signatureTime(now),
    ...unwrap(credentials),
  });
  const signed = (await signer.sign()).url;
  // Encodes spaces as AWS's own tools do.
  return new Secret(`${host}:${port}/?${signed.search.slice(1).replaceAll("+", "%20")}`);
}

/** Requests credentials for a user of a Redshift cluster. Throws a CloudError. */
export async function redshiftLogin(
  target: ResourceTarget,
  { id, user, database }: { readonly id: string; readonly user: string; readonly database: string },
  signal: AbortSignal,
): Promise<DatabaseLogin> {
  const answer = await callQuery({
    doing: `asking for credentials of ${id}`,
    service: "REDSHIFT",
    ...target,
    signal,
    action: "GetClusterCredentials",
    version: "2012-12-01",
    input: {
      ClusterIdentifier: id,
      DbUser: user,
      DbName: database,
      DurationSeconds: String(TOKEN_SECONDS),
      AutoCreate: "false",
    },
  });
  return { user: answer.text("DbUser"), password: new Secret(answer.text("DbPassword")) };
}

/** Requests credentials for a workgroup of Redshift Serverless. AWS chooses the user. Throws a CloudError. */
export async function serverlessLogin(
  target: ResourceTarget,
  { id, database }: { readonly id: string; readonly database: string },
  signal: AbortSignal,
): Promise<DatabaseLogin> {
  const input = { workgroupName: id, dbName: database, durationSeconds: TOKEN_SECONDS };
  const doing = `asking for credentials of ${id}`;
  const answer = await callServerless(target, doing, "GetCredentials", input, signal);
  return { user: answer.text("dbUser", 200), password: new Secret(answer.text("dbPassword")) };
}

/** Common keys of user and password in secrets. */
const USER = ["username", "user", "USERNAME", "USER", "DB_USER", "login"];
const PASSWORD = ["password", "PASSWORD", "DB_PASSWORD", "pass"];

/** Returns the login in a secret. Throws a CloudError that never contains a part of it. */
export async function secretLogin(
  at: ResourceTarget,
  id: string,
  signal: AbortSignal,
): Promise<DatabaseLogin> {
  const { value, binary } = await readSecret(at, { id }, signal);
  const fields = binary ? null : secretFields(value.open());
  const of = (names: readonly string[]) =>
    names.map((name) => fields?.get(name)).find((one) => one !== undefined);
  const user = of(USER), password = of(PASSWORD);
  if (user === undefined || password === undefined) {
    throw new CloudError(
      `The secret ${id} holds no login: it has no ${user === undefined ? "username" : "password"}.`,
      "Choose a secret with the keys username and password.",
    );
  }
  return { user, password: new Secret(password) };
}
