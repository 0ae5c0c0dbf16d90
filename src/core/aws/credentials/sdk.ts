import {
  fromContainerMetadata,
  fromInstanceMetadata,
  fromNodeProviderChain,
} from "@aws-sdk/credential-providers";
import { CloudError } from "../errors.ts";
import { type AwsCredentials, wrap } from "./credentials.ts";

/** Returns the credentials that a container or virtual machine gives its programs. Throws a CloudError. */
export async function machineCredentials(): Promise<AwsCredentials> {
  return await fromNodeProviderChain()().then(wrap, (error) => {
    throw new CloudError(
      "There are no AWS credentials.",
      "Sign in, set AWS_PROFILE or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or run: aws configure",
      error,
      "missing",
    );
  });
}

/**
 * Returns the credentials of a profile's `credential_source`: `EcsContainer` or `Ec2InstanceMetadata`. Throws
 * a CloudError.
 */
export async function metadataCredentials(kind: string, profile: string): Promise<AwsCredentials> {
  const provider = kind === "EcsContainer"
    ? fromContainerMetadata()
    : kind === "Ec2InstanceMetadata"
    ? fromInstanceMetadata()
    : null;
  if (!provider) {
    throw new CloudError(`Profile ${profile} names a credential_source that does not exist: ${kind}.`);
  }
  return await provider().then(wrap, (error) => {
    throw new CloudError(
      `This machine has no credentials (${kind}) for profile ${profile}.`,
      undefined,
      error,
      "missing",
    );
  });
}

/** Returns the SDK's credentials for a profile with settings that Kedge does not support. Throws a CloudError. */
export async function sdkProfile(profile: string): Promise<AwsCredentials> {
  return await fromNodeProviderChain({ profile })().then(wrap, (error) => {
    throw new CloudError(
      `Profile ${profile} gives no credentials.`,
      `Check it: aws sts get-caller-identity --profile ${profile}`,
      error,
      "missing",
    );
  });
}
