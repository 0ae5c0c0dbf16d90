import type { AwsCredentials } from "../credentials/credentials.ts";
import type { ServiceRegion } from "../wire/endpoint.ts";

/** The region and credentials for requests about resources. */
export interface ResourceTarget extends ServiceRegion {
  readonly credentials: AwsCredentials;
}
