import type { AwsCredentials } from "../credentials/credentials.ts";
import type { ServiceRegion } from "../wire/endpoint.ts";

/** Where resources are looked for, and with whose credentials. */
export interface ResourceTarget {
  readonly place: ServiceRegion;
  readonly credentials: AwsCredentials;
}
