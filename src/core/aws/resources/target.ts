import type { AwsCredentials } from "../credentials/credentials.ts";
import type { ServiceRegion } from "../wire/endpoint.ts";

/** Where resources are looked for, and with whose credentials. */
export interface ResourceTarget extends ServiceRegion {
  readonly credentials: AwsCredentials;
}
