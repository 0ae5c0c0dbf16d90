import type { ResourceTarget } from "../../aws/resources/target.ts";
import { CloudError } from "../../aws/errors.ts";
import { callForJson } from "../../aws/service/json.ts";
import { ownProperty } from "../../own_property.ts";
import type { HttpsEndpoint, HttpsService } from "../driver/https/service.ts";
import { DriverError } from "../driver/mod.ts";
import { errorOf } from "./errors.ts";

/** Maximum bytes of an answer. A result has up to 1 MiB as the server writes it, and more as JSON. */
const MAX_SIZE = 16 << 20;
/** Maximum time of a call in ms. The Data API itself ends a statement after 45 s. */
const LIMIT = 60_000;

const ENDING = /^(Commit|Rollback)/;
/** Paths of operations that differ from the operation's name. */
const PATHS: Readonly<Record<string, string>> = { ExecuteStatement: "/Execute" };

/** Leaves out fields without a value. */
const given = (fields: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** How to call an operation of a service, and the fields that say where its statement runs. */
interface Call {
  readonly doing: string;
  readonly service: "RDS_DATA" | "REDSHIFT_DATA" | "ATHENA";
  readonly headers: Readonly<Record<string, string>>;
  readonly path: string;
  readonly where: Readonly<Record<string, unknown>>;
}

/** Returns the call of an operation. */
function callOf(endpoint: HttpsEndpoint, operation: string, database: string | undefined): Call {
  const { cluster, workgroup, secret, user } = endpoint;
  if (endpoint.service === "rds-data") {
    return {
      ...{ doing: "asking the Data API", service: "RDS_DATA" },
      headers: { "content-type": "application/json" },
      path: ownProperty(PATHS, operation) ?? `/${operation}`,
      // Calls that end a transaction have no database parameter.
      where: given({
        ...{ resourceArn: cluster, secretArn: secret },
        database: ENDING.test(operation) ? undefined : database,
      }),
    };
  }
  if (endpoint.service === "athena") {
    return {
      ...{ doing: "asking Athena", service: "ATHENA" },
      headers: { "content-type": "application/x-amz-json-1.1", "x-amz-target": `AmazonAthena.${operation}` },
      path: "/",
      where: operation !== "StartQueryExecution" ? {} : {
        WorkGroup: workgroup,
        QueryExecutionContext: given({ Catalog: endpoint.catalog, Database: database }),
      },
    };
  }
  const login = { ClusterIdentifier: cluster, WorkgroupName: workgroup, SecretArn: secret, DbUser: user };
  return {
    ...{ doing: "asking the Data API of Redshift", service: "REDSHIFT_DATA" },
    headers: { "content-type": "application/x-amz-json-1.1", "x-amz-target": `RedshiftData.${operation}` },
    path: "/",
    where: /ExecuteStatement$/.test(operation) ? given({ ...login, Database: database }) : {},
  };
}

/** Checks that an entry names everything its service needs. Throws a DriverError when it does not. */
function checked({ service, cluster, workgroup, secret }: HttpsEndpoint): void {
  const lacks = service === "rds-data"
    ? !cluster ? "cluster" : !secret ? "secret" : null
    : service === "athena"
    ? workgroup ? null : "workgroup"
    : !cluster && !workgroup
    ? "cluster or workgroup"
    : null;
  if (lacks === null) return;
  throw new DriverError("HTTPS", `Its entry in config.json names no ${lacks}`, `Add it below “https”.`);
}

/**
 * Returns the service of an endpoint, called with the credentials of `aws`. Throws a DriverError when the
 * entry is incomplete.
 */
export function serviceOf(
  endpoint: HttpsEndpoint,
  database: string | undefined,
  aws: (signal: AbortSignal) => Promise<ResourceTarget>,
): HttpsService {
  checked(endpoint);
  return {
    endpoint,
    async call(operation, input, { signal, again = false }) {
      try {
        const { credentials, env } = await aws(signal);
        const { where, ...how } = callOf(endpoint, operation, database);
        return await callForJson({
          ...{ ...how, credentials, signal, again },
          region: endpoint.region,
          ...(env ? { env } : {}),
          input: { ...where, ...input },
          largest: MAX_SIZE,
          limit: LIMIT,
        });
      } catch (error) {
        throw error instanceof CloudError ? errorOf(error) : error;
      }
    },
  };
}
