import { chainLink } from "../../core/aws/credentials/chain.ts";
import { awsFiles } from "../../core/aws/profiles/files.ts";
import { readProfiles } from "../../core/aws/profiles/profiles.ts";
import { environment } from "../../core/aws/wire/endpoint.ts";
import type { Facts } from "./checks.ts";
import { unknown } from "./portal.ts";

/** Variables by which a container tells its programs where their credentials are. */
const CONTAINER = ["AWS_CONTAINER_CREDENTIALS_FULL_URI", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"];

/**
 * Returns the source of credentials that Kedge uses without a portal; null when only a request to the machine
 * could find one.
 */
export async function credentialsSource(): Promise<Facts["aws"]> {
  try {
    const files = awsFiles();
    const { kind, label } = await chainLink({ env: environment, profiles: () => readProfiles(files) });
    return kind !== "machine" || CONTAINER.some(environment) ? { label } : null;
  } catch (error) {
    return unknown(error);
  }
}
