import { wrap } from "../../../../src/core/aws/credentials/credentials.ts";
import type { Server } from "../../../../src/core/config/config.ts";
import { Secret } from "../../../../src/core/secret.ts";
import type { Login } from "../../../../src/core/sql/login/mod.ts";
import type { DatabaseServer } from "../server.ts";
import { startSqlServices } from "./mod.ts";

export const REGION = "eu-central-1";
export const ACCOUNT = "123456789012";
export const SECRET = `arn:aws:secretsmanager:${REGION}:${ACCOUNT}:secret:shop-AbCdEf`;

/** Returns a cluster of the Data API over a real server, and Kedge's entry for it. */
export function clusterOver(real: DatabaseServer, engine: "postgres" | "mysql") {
  const arn = `arn:aws:rds:${REGION}:${ACCOUNT}:cluster:${engine}`;
  const server: Server = {
    name: `${engine} over HTTPS`,
    engine,
    host: real.host,
    port: real.port,
    tls: true,
    database: engine === "mysql" ? "app" : "postgres",
    https: { service: "rds-data", account: ACCOUNT, region: REGION, cluster: arn, secret: SECRET },
  };
  return { cluster: { real, engine, arn, secret: SECRET } as const, server };
}

/** Returns a role's credentials and the address of the simulated services. */
export function loginAt(services: ReturnType<typeof startSqlServices>): Login {
  const at = {
    region: REGION,
    env: (name: string) => name === "AWS_ENDPOINT_URL" ? services.url : undefined,
    credentials: wrap({
      accessKeyId: "AKIDEXAMPLE",
      secretAccessKey: "planted-secret-key",
      sessionToken: "token",
    }),
  };
  return { user: "", password: new Secret(""), aws: () => Promise.resolve(at) };
}
