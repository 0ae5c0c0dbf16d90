import { dirname, join } from "node:path";
import { wrap } from "../../../src/core/aws/credentials/credentials.ts";
import type { ResourceTarget } from "../../../src/core/aws/resources/target.ts";
import { callQuery } from "../../../src/core/aws/service/xml.ts";

import { removeFolder } from "../remove_folder.ts";
import { makeAuthority } from "../servers/certificates.ts";
import { type Moto, startMoto } from "../servers/moto.ts";
import { type DatabaseServer, startPostgres } from "../servers/postgres.ts";
import { type SessionManager, startSessionManager } from "./session_manager.ts";

/** A private RDS database in moto. A real PostgreSQL answers connections that a session makes to its address. */
export interface PrivateDatabase {
  readonly moto: Moto;
  readonly postgres: DatabaseServer;
  /** Session manager in front of moto; its address is for `AWS_ENDPOINT_URL`. */
  readonly manager: SessionManager;
  /** Endpoint of the database, for which PostgreSQL has a certificate, and the port that AWS reports. */
  readonly host: string;
  readonly port: number;
  /** File with the certificate authority of that certificate, for `KEDGE_DATABASE_CA`. */
  readonly authorities: string;
  /** Security groups: the database's, one that it admits, and one that it does not. */
  readonly groups: { readonly database: string; readonly near: string; readonly far: string };
  /** Computers whose agents do not reach the database. */
  readonly blind: Set<string>;
  /** Region of the database, and the credentials of its owner. */
  readonly at: ResourceTarget;
  /** Starts a computer in a security group; resolves with its ID. */
  computer(group: string): Promise<string>;
  /** Creates a network interface in a security group; resolves with its ID. */
  networkInterface(group: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts a database with the name `orders`; `extra` is added to CreateDBInstance. `next` returns the address
 * of a server in front of moto, which answers what moto does not.
 */
export async function startPrivateDatabase(
  { extra = {}, next }: {
    readonly extra?: Readonly<Record<string, string>>;
    readonly next?: (moto: string) => string;
  } = {},
): Promise<PrivateDatabase> {
  const [moto, postgres, authority] = await Promise.all([startMoto(), startPostgres(), makeAuthority()]);
  const folder = await Deno.makeTempDir({ prefix: "kedge-private-" });
  const blind = new Set<string>();
  let host = "";
  const manager = await startSessionManager({
    next: next?.(moto.url) ?? moto.url,
    resolve: (asked, _, target) =>
      asked === host && !blind.has(target) ? { host: "127.0.0.1", port: postgres.port } : null,
  });
  const at: ResourceTarget = {
    region: "eu-central-1",
    env: (name: string) => name === "AWS_ENDPOINT_URL" ? manager.url : undefined,
    credentials: wrap({ accessKeyId: "AKID", secretAccessKey: "s" }),
  };
  const ask = (service: "EC2" | "RDS", action: string, input: Record<string, string>) =>
    callQuery({
      doing: action,
      service,
      ...at,
      signal: AbortSignal.timeout(120_000),
      action,
      version: service === "EC2" ? "2016-11-15" : "2014-10-31",
      ...(service === "EC2" ? { bare: true } : {}),
      input,
    });
  const group = async (name: string) =>
    (await ask("EC2", "CreateSecurityGroup", { GroupName: name, GroupDescription: name })).text("groupId");
  const [database, near, far] = [await group("database"), await group("near"), await group("far")];
  await ask("EC2", "AuthorizeSecurityGroupIngress", {
    GroupId: database,
    "IpPermissions.1.IpProtocol": "tcp",
    "IpPermissions.1.FromPort": "5432",
    "IpPermissions.1.ToPort": "5432",
    "IpPermissions.1.Groups.1.GroupId": near,
  });
  const made = await ask("RDS", "CreateDBInstance", {
    DBInstanceIdentifier: "orders",
    Engine: "postgres",
    DBName: "postgres",
    DBInstanceClass: "db.t3.micro",
    AllocatedStorage: "10",
    MasterUsername: "app",
    MasterUserPassword: "never-used",
    PubliclyAccessible: "false",
    "VpcSecurityGroupIds.VpcSecurityGroupId.1": database,
    ...extra,
  });
  host = made.child("DBInstance")!.child("Endpoint")!.text("Address");
  const key = join(dirname(postgres.certificate), "key.pem");
  await Deno.writeTextFile(postgres.certificate, await authority.issue(key, { names: `DNS:${host}` }));
  await postgres.sql("select pg_reload_conf()");
  const authorities = join(folder, "authorities.pem");
  await Deno.writeTextFile(authorities, authority.certificate);
  return {
    moto,
    postgres,
    manager,
    host,
    port: 5432,
    authorities,
    groups: { database, near, far },
    blind,
    at,
    async computer(group) {
      const answer = await ask("EC2", "RunInstances", {
        ImageId: "ami-12c6146b",
        MinCount: "1",
        MaxCount: "1",
        "SecurityGroupId.1": group,
      });
      return answer.list("instancesSet", 1)[0]!.text("instanceId");
    },
    async networkInterface(group) {
      const subnets = (await ask("EC2", "DescribeSubnets", {})).list("subnetSet", 20);
      const answer = await ask("EC2", "CreateNetworkInterface", {
        SubnetId: subnets[0]!.text("subnetId"),
        "SecurityGroupId.1": group,
      });
      return answer.child("networkInterface")!.text("networkInterfaceId");
    },
    async stop() {
      await Promise.all([manager.stop(), moto.stop(), postgres.stop(), authority.close()]);
      await removeFolder(folder);
    },
  };
}
