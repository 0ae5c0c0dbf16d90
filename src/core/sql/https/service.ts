import type { ResourceTarget } from "../../aws/resources/target.ts";
import { CloudError } from "../../aws/errors.ts";
import { callForJson } from "../../aws/service/json.ts";
import { ownProperty } from "../../own_property.ts";
import type { HttpsEndpoint, HttpsService } from "../driver/https/service.ts";
import { Fault } from "../driver/mod.ts";
import { faultOf } from "./faults.ts";

/** The largest answer, bytes: results have 1 MiB as the server writes them, and more as JSON. */
const LARGEST = 16 << 20;
/** How long a call may take, ms: the Data API ends a statement after 45 s itself. */
const LIMIT = 60_000;

const ENDING = /^(Commit|Rollback)/;
/** The paths of operations, where they are not their names. */
const PATHS: Readonly<Record<string, string>> = { ExecuteStatement: "/Execute" };

/** A field is left out where there is no text for it. */
const given = (fields: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** How a call of a service is made, and where its statement goes. */
interface Call {
  readonly doing: string;
  readonly service: "RDS_DATA" | "REDSHIFT_DATA" | "ATHENA";
  readonly headers: Readonly<Record<string, string>>;
  readonly path: string;
  readonly where: Readonly<Record<string, unknown>>;
}

/** The call of an operation. */
function callOf(endpoint: HttpsEndpoint, operation: string, database: string | undefined): Call {
  const { cluster, workgroup, secret, user } = endpoint;
  if (endpoint.service === "rds-data") {
    return {
      ...{ doing: "asking the Data API", service: "RDS_DATA" },
      headers: { "content-type": "application/json" },
      path: ownProperty(PATHS, operation) ?? `/${operation}`,
      // Those that end a transaction take no database.
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

/** Checks that an entry names all that its service needs. Throws a Fault. */
function checked({ service, cluster, workgroup, secret }: HttpsEndpoint): void {
  const lacks = service === "rds-data"
    ? !cluster ? "cluster" : !secret ? "secret" : null
    : service === "athena"
    ? workgroup ? null : "workgroup"
    : !cluster && !workgroup
    ? "cluster or workgroup"
    : null;
  if (lacks === null) return;
  throw new Fault("HTTPS", `Its entry in config.json names no ${lacks}`, `Add it below “https”.`);
}

/** The service of an endpoint, asked with the credentials of `aws`. Throws a Fault when its entry is incomplete. */
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
          largest: LARGEST,
          limit: LIMIT,
        });
      } catch (error) {
        throw error instanceof CloudError ? faultOf(error) : error;
      }
    },
  };
}
