import { present } from "../../present.ts";
import { sortedByName } from "../../text/natural.ts";
import { CloudError } from "../errors.ts";
import { callAthena, callServerless } from "../service/operations.ts";
import { callQuery, type XmlAnswer } from "../service/xml.ts";
import { endpoint } from "../wire/endpoint.ts";
import { rowsOfPages } from "../wire/pages.ts";
import type { ResourceTarget } from "./target.ts";

/** A database of AWS in a list. */
export interface DatabaseRow {
  readonly kind: "rds" | "aurora" | "redshift" | "redshift-serverless" | "athena";
  /** Identifier, unique among databases of its kind. */
  readonly id: string;
  /** Engine in AWS's words: `postgres`, `aurora-mysql`, `redshift`, … */
  readonly engine: string;
  readonly version?: string;
  /** Status in AWS's words: `available`, `stopped`, … */
  readonly status: string;
  /** Host that accepts connections, that of the writer for a cluster; absent while the database is created. */
  readonly host?: string;
  readonly port?: number;
  /** Endpoint of a cluster's readers. */
  readonly readerHost?: string;
  /** Instances of a cluster, the writer first. */
  readonly members?: readonly string[];
  readonly database?: string;
  readonly user?: string;
  /** Whether the database accepts IAM tokens instead of a password. */
  readonly iam: boolean;
  /** Whether the database has an address on the internet. */
  readonly public: boolean;
  /** ARN of the secret in which AWS keeps the master user's password. */
  readonly secretArn?: string;
  /** IDs of its security groups. */
  readonly groups?: readonly string[];
  /** ARN of the cluster if its Data API is enabled, which runs statements over HTTPS. */
  readonly dataApi?: string;
}

/**
 * The databases found, and the faults of services that could not be asked. One denied service does not hide
 * the others.
 */
interface FoundDatabases {
  readonly databases: readonly DatabaseRow[];
  readonly faults: readonly CloudError[];
}

/** Engines that speak SQL. RDS also lists clusters of other engines. */
const SQL_ENGINE = /^(aurora-)?(postgres(ql)?|mysql|mariadb)$/;
/** Maximum items per page, and maximum pages per service. */
const MAX_COUNT = 100, MAX_PAGES = 100;
/** Maximum security groups of a database. */
const GROUPS = 50;
/** Maximum workgroups per page of Athena, which allows fewer than the others. */
const WORKGROUPS = 50;
const RDS = "2014-10-31", REDSHIFT = "2012-12-01";

/** The services with databases, each requested separately. They throw a CloudError, after what they could list. */
export const DATABASE_SOURCES = [rds, redshift, serverless, workgroups] as const;

/**
 * Returns all databases of an account and region, sorted by name. Throws a CloudError when no service could
 * be asked.
 */
export async function databases(at: ResourceTarget, signal: AbortSignal): Promise<FoundDatabases> {
  const asked = await Promise.all(DATABASE_SOURCES.map(async (source) => {
    const pages: DatabaseRow[][] = [];
    try {
      for await (const rows of source(at, signal)) pages.push(rows);
      return { pages, errors: [] };
    } catch (error) {
      return { pages, errors: [error as unknown] };
    }
  }));
  const found = asked.flatMap(({ pages }) => pages.flat()), errors = asked.flatMap(({ errors }) => errors);
  const unexpected = errors.find((one) => !(one instanceof CloudError) || one.code === "cancelled");
  if (unexpected) throw unexpected;
  if (errors.length === DATABASE_SOURCES.length && found.length === 0) throw errors[0];
  return { databases: sortedByName(found, ({ id }) => id), faults: errors as CloudError[] };
}

/** Lists clusters of RDS, and instances that belong to none. */
async function* rds(at: ResourceTarget, signal: AbortSignal): AsyncGenerator<DatabaseRow[]> {
  const [instances, clusters] = await Promise.allSettled([
    all(at, signal, "RDS", RDS, "DescribeDBInstances", "DBInstances", "databases"),
    all(at, signal, "RDS", RDS, "DescribeDBClusters", "DBClusters", "database clusters"),
  ]);
  const speaksSql = ({ engine }: DatabaseRow) => SQL_ENGINE.test(engine);
  // The instances of a cluster say whether it has an address on the internet.
  if (instances.status === "rejected") throw instances.reason;
  const byName = new Map(instances.value.map((item) => [item.text("DBInstanceIdentifier"), item]));
  const alone = instances.value.filter((item) => item.maybeText("DBClusterIdentifier") === undefined);
  yield alone.map(instanceRow).filter(speaksSql);
  if (clusters.status === "rejected") throw clusters.reason;
  yield clusters.value.map((item) => clusterRow(item, byName)).filter(speaksSql);
}

function instanceRow(item: XmlAnswer): DatabaseRow {
  const endpoint = item.child("Endpoint");
  return {
    kind: "rds",
    id: item.text("DBInstanceIdentifier"),
    status: item.maybeText("DBInstanceStatus") ?? "unknown",
    public: item.flag("PubliclyAccessible"),
    ...address(endpoint?.maybeText("Address"), endpoint?.maybeText("Port")),
    ...present({ database: item.maybeText("DBName") }),
    ...shared(item),
  };
}

function clusterRow(item: XmlAnswer, instances: ReadonlyMap<string, XmlAnswer>): DatabaseRow {
  const members = item.list("DBClusterMembers", MAX_COUNT)
    .toSorted((a, b) => Number(b.flag("IsClusterWriter")) - Number(a.flag("IsClusterWriter")))
    .flatMap((member) => member.maybeText("DBInstanceIdentifier") ?? []);
  return {
    kind: "aurora",
    id: item.text("DBClusterIdentifier"),
    status: item.maybeText("Status") ?? "unknown",
    public: members.some((name) => instances.get(name)?.flag("PubliclyAccessible")),
    members,
    ...address(item.maybeText("Endpoint"), item.maybeText("Port")),
    ...present({
      readerHost: item.maybeText("ReaderEndpoint"),
      database: item.maybeText("DatabaseName"),
      dataApi: item.flag("HttpEndpointEnabled") ? item.maybeText("DBClusterArn") : undefined,
    }),
    ...shared(item),
  };
}

/** Returns the fields that RDS names alike for instances and clusters. */
function shared(
  item: XmlAnswer,
): Pick<DatabaseRow, "engine" | "iam" | "version" | "user" | "secretArn" | "groups"> {
  return {
    engine: item.text("Engine"),
    iam: item.flag("IAMDatabaseAuthenticationEnabled"),
    ...present({
      version: item.maybeText("EngineVersion"),
      user: item.maybeText("MasterUsername"),
      secretArn: item.child("MasterUserSecret")?.maybeText("SecretArn"),
    }),
    ...groupsOf(item),
  };
}

/** Returns the security groups, which RDS and Redshift name alike. */
function groupsOf(item: XmlAnswer): Pick<DatabaseRow, "groups"> {
  return inGroups(
    item.list("VpcSecurityGroups", GROUPS).flatMap((one) => one.maybeText("VpcSecurityGroupId") ?? []),
  );
}

function inGroups(groups: readonly string[]): Pick<DatabaseRow, "groups"> {
  return groups.length > 0 ? { groups } : {};
}

async function* redshift(at: ResourceTarget, signal: AbortSignal): AsyncGenerator<DatabaseRow[]> {
  const items = await all(
    at,
    signal,
    "REDSHIFT",
    REDSHIFT,
    "DescribeClusters",
    "Clusters",
    "Redshift clusters",
  );
  yield items.map((item): DatabaseRow => {
    const endpoint = item.child("Endpoint");
    return {
      kind: "redshift",
      id: item.text("ClusterIdentifier"),
      engine: "redshift",
      status: item.maybeText("ClusterStatus") ?? "unknown",
      // Every cluster gives credentials to a role that may request them.
      iam: true,
      public: item.flag("PubliclyAccessible"),
      ...present({ version: item.maybeText("ClusterVersion") }),
      ...address(endpoint?.maybeText("Address"), endpoint?.maybeText("Port")),
      ...present({
        database: item.maybeText("DBName"),
        user: item.maybeText("MasterUsername"),
        secretArn: item.maybeText("MasterPasswordSecretArn"),
      }),
      ...groupsOf(item),
    };
  });
}

async function* serverless(target: ResourceTarget, signal: AbortSignal): AsyncGenerator<DatabaseRow[]> {
  const doing = `listing the Redshift workgroups in ${target.region}`;
  yield await rowsOfPages(MAX_PAGES, async (nextToken) => {
    const input = { maxResults: MAX_COUNT, nextToken };
    const answer = await callServerless(target, doing, "ListWorkgroups", input, signal);
    const rows = answer.list("workgroups", MAX_COUNT).map((item): DatabaseRow => {
      const endpoint = item.maybeObject("endpoint");
      return {
        kind: "redshift-serverless",
        id: item.text("workgroupName", 64),
        engine: "redshift",
        status: (item.maybeText("status", 64) ?? "unknown").toLowerCase(),
        iam: true,
        public: item.flag("publiclyAccessible"),
        ...present({ version: item.maybeText("workgroupVersion", 200) }),
        ...address(endpoint?.maybeText("address", 500), endpoint?.maybeNumber("port", 1, 65_535)),
        ...inGroups(item.texts("securityGroupIds", GROUPS, 64)),
      };
    });
    return { rows, next: answer.maybeText("nextToken") };
  });
}

/** Lists workgroups of Athena. Each can query all data of the region. */
async function* workgroups(at: ResourceTarget, signal: AbortSignal): AsyncGenerator<DatabaseRow[]> {
  const host = new URL(endpoint("ATHENA", at)).hostname;
  const doing = `listing the Athena workgroups in ${at.region}`;
  yield await rowsOfPages(MAX_PAGES, async (NextToken) => {
    const input = { MaxResults: WORKGROUPS, NextToken };
    const answer = await callAthena(at, doing, "ListWorkGroups", input, signal);
    const rows = answer.maybeList("WorkGroups", MAX_COUNT).map((item): DatabaseRow => {
      const version = item.maybeObject("EngineVersion")?.maybeText("EffectiveEngineVersion", 200);
      const enabled = (item.maybeText("State", 64) ?? "ENABLED") === "ENABLED";
      return {
        ...{ kind: "athena", id: item.text("Name", 128), engine: "athena", iam: true, public: true },
        ...{ host, port: 443, status: enabled ? "available" : "disabled" },
        ...present({ version: version?.replace(/^Athena engine /, "") }),
      };
    });
    return { rows, next: answer.maybeText("NextToken") };
  });
}

/** Returns all items of a list that AWS returns in pages. */
async function all(
  target: ResourceTarget,
  signal: AbortSignal,
  service: "RDS" | "REDSHIFT",
  version: string,
  action: string,
  list: string,
  what: string,
): Promise<XmlAnswer[]> {
  const doing = `listing the ${what} in ${target.region}`;
  return await rowsOfPages(MAX_PAGES, async (marker) => {
    const input = { MaxRecords: String(MAX_COUNT), ...present({ Marker: marker }) };
    const answer = await callQuery({ doing, service, ...target, signal, action, version, input });
    return { rows: answer.list(list, MAX_COUNT), next: answer.maybeText("Marker") };
  });
}

/** Returns host and port if they are present and valid. */
function address(
  host: string | undefined,
  port: string | number | undefined,
): { host?: string; port?: number } {
  const number = Number(port);
  return present({ host, port: number >= 1 && number <= 65_535 ? number : undefined });
}
