import type { ResourceTarget } from "../../aws/resources/target.ts";
import { CloudError } from "../../aws/errors.ts";
import { callForJson } from "../../aws/service/json.ts";
import { ownProperty } from "../../own_property.ts";
import type { HttpsPlace, HttpsService } from "../driver/https/service.ts";
import { faultOf } from "./faults.ts";

/** The largest answer, bytes: results have 1 MiB as the server writes them, and more as JSON. */
const LARGEST = 16 << 20;
/** How long a call may take, ms: the Data API ends a statement after 45 s itself. */
const LIMIT = 60_000;

const ENDING = /^(Commit|Rollback)/;
/** The paths of operations, where they are not their names. */
const PATHS: Readonly<Record<string, string>> = { ExecuteStatement: "/Execute" };

/** The service of a place, asked as whoever `aws` gives the credentials of. */
export function serviceOf(
  place: HttpsPlace,
  database: string | undefined,
  aws: (signal: AbortSignal) => Promise<ResourceTarget>,
): HttpsService {
  return {
    place,
    async call(operation, input, { signal, again = false }) {
      try {
        const { credentials, place: { env } } = await aws(signal);
        return await callForJson({
          ...{ doing: "asking the Data API", service: "RDS_DATA", credentials, signal, again },
          place: { region: place.region, ...(env ? { env } : {}) },
          headers: { "content-type": "application/json" },
          path: ownProperty(PATHS, operation) ?? `/${operation}`,
          input: {
            resourceArn: place.cluster,
            secretArn: place.secret,
            // Those that end a transaction take no database.
            ...(database === undefined || ENDING.test(operation) ? {} : { database }),
            ...input,
          },
          largest: LARGEST,
          limit: LIMIT,
        });
      } catch (error) {
        throw error instanceof CloudError ? faultOf(error) : error;
      }
    },
  };
}
