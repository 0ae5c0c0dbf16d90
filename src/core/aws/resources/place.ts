import type { AwsCredentials } from "../credentials/credentials.ts";
import type { ServicePlace } from "../wire/endpoint.ts";

/** Where resources are looked for, and with whose credentials. */
export interface ResourcePlace {
  readonly place: ServicePlace;
  readonly credentials: AwsCredentials;
}
