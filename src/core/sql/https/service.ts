import type { ResourceTarget } from "../../aws/resources/target.ts";
import { CloudError } from "../../aws/errors.ts";
import { callForJson } from "../../aws/service/json.ts";
import type { HttpsPlace, HttpsService } from "../driver/https/service.ts";
import { faultOf } from "./faults.ts";

/** The largest answer, bytes: results have 1 MiB as the server writes them, and more as JSON. */
const LARGEST = 16 << 20;
/** How long a call may take, ms: the Data API ends a statement after 45 s itself. */
const LIMIT = 60_000;

/** How an operation is called. */
interface Shape {
  readonly service: "RDS_DATA" | "REDSHIFT_DATA" | "ATHENA";
  readonly doing: string;
  /** What each call of an operation says of where it goes. */
  readonly where: (place: HttpsPlace, operation: string, database: string | undefined) => Record<string, unknown>;
  readonly headers: (operation: string) => Record<string, string>;
  readonly path: (operation: string) => string;
}

/** A text that is left out where there is none. */
const given = (fields: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const SHAPES: Readonly<Record<HttpsPlace["service"], Shape>> = {
  "rds-data": {
    service: "RDS_DATA",
    doing: "asking the Data API",
    where: ({ cluster, secret }, operation, database) =>
      given({
        resourceArn: cluster,
        secretArn: secret,
        // Those that end a transaction take no database.
        ...(/^(Commit|Rollback)/.test(operation) ? {} : { database }),
      }),
    headers: () => ({ "content-type": "application/json" }),
    path: (operation) => operation === "ExecuteStatement" ? "/Execute" : `/${operation}`,
  },
  "redshift-data": {
    service: "REDSHIFT_DATA",
    doing: "asking the Redshift Data API",
    where: ({ cluster, workgroup, secret, user }, operation, database) =>
      /ExecuteStatement$/.test(operation)
        ? given({
          ClusterIdentifier: cluster,
          WorkgroupName: workgroup,
          SecretArn: secret,
          DbUser: user,
          Database: database,
        })
        : {},
    headers: json("RedshiftData"),
    path: () => "/",
  },
  athena: {
    service: "ATHENA",
    doing: "asking Athena",
    where: () => ({}),
    headers: json("AmazonAthena"),
    path: () => "/",
  },
};

function json(prefix: string): Shape["headers"] {
  return (operation) => ({
    "content-type": "application/x-amz-json-1.1",
    "x-amz-target": `${prefix}.${operation}`,
  });
}

/** The service of a place, asked as whoever `aws` gives the credentials of. */
export function serviceOf(
  place: HttpsPlace,
  database: string | undefined,
  aws: (signal: AbortSignal) => Promise<ResourceTarget>,
): HttpsService {
  const { service, doing, where, headers, path } = SHAPES[place.service];
  return {
    place,
    async call(operation, input, { signal, again = false }) {
      try {
        const { credentials, place: { env } } = await aws(signal);
        return await callForJson({
          ...{ doing, service, credentials, signal, again },
          place: { region: place.region, ...(env ? { env } : {}) },
          headers: headers(operation),
          path: path(operation),
          input: { ...where(place, operation, database), ...input },
          largest: LARGEST,
          limit: LIMIT,
        });
      } catch (error) {
        throw error instanceof CloudError ? faultOf(error) : error;
      }
    },
  };
}
