import { CloudError } from "../errors.ts";
import { isRegion } from "../../text/aws_names.ts";
import { partitionOf } from "./partition.ts";

/** Services that Kedge calls itself, by their names in `AWS_ENDPOINT_URL_…` of the SDKs. */
export type Service =
  | "SSO_OIDC"
  | "SSO"
  | "STS"
  | "SIGNIN"
  | "SECRETS_MANAGER"
  | "SSM"
  | "EC2"
  | "RDS"
  | "REDSHIFT"
  | "REDSHIFT_SERVERLESS"
  | "ECS"
  | "CLOUDWATCH_LOGS"
  | "RDS_DATA"
  | "REDSHIFT_DATA"
  | "S3"
  | "ATHENA"
  | "RESOURCE_EXPLORER_2"
  | "API_GATEWAY";

/** Reads an environment variable; empty counts as absent. */
export type ReadVariable = (name: string) => string | undefined;

/** The environment of this process. */
export const environment: ReadVariable = (name) => Deno.env.get(name) || undefined;

/** Returns the region of the environment's variables; undefined when they name none. */
export const environmentRegion = (env: ReadVariable): string | undefined =>
  env("AWS_REGION") ?? env("AWS_DEFAULT_REGION");

/** A region, and the environment whose variables may redirect requests. */
export interface ServiceRegion {
  readonly region: string;
  readonly env?: ReadVariable;
}

const regional = (name: string) => (region: string) => `${name}.${region}.${partitionOf(region).suffix}`;

const HOSTS: Readonly<Record<Service, (region: string) => string>> = {
  SSO_OIDC: regional("oidc"),
  SSO: regional("portal.sso"),
  STS: regional("sts"),
  SECRETS_MANAGER: regional("secretsmanager"),
  SSM: regional("ssm"),
  EC2: regional("ec2"),
  RDS: regional("rds"),
  REDSHIFT: regional("redshift"),
  REDSHIFT_SERVERLESS: regional("redshift-serverless"),
  ECS: regional("ecs"),
  CLOUDWATCH_LOGS: regional("logs"),
  RDS_DATA: regional("rds-data"),
  REDSHIFT_DATA: regional("redshift-data"),
  S3: regional("s3"),
  ATHENA: regional("athena"),
  RESOURCE_EXPLORER_2: regional("resource-explorer-2"),
  API_GATEWAY: regional("apigateway"),
  SIGNIN: (region) => (region === "us-east-1" ? "" : `${region}.`) + partitionOf(region).signIn,
};

/**
 * Returns the address of a service without a trailing slash: `AWS_ENDPOINT_URL_<service>`, else
 * `AWS_ENDPOINT_URL` as in the SDKs, else AWS's host of the region. Throws a CloudError for an invalid
 * variable or region.
 */
export function endpoint(service: Service, { region, env = environment }: ServiceRegion): string {
  if (env("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS")?.toLowerCase() !== "true") {
    for (const name of [`AWS_ENDPOINT_URL_${service}`, "AWS_ENDPOINT_URL"]) {
      const value = env(name);
      if (!value) continue;
      const url = URL.parse(value);
      if (url?.protocol === "https:" || url?.protocol === "http:") return value.replace(/\/+$/, "");
      throw new CloudError(`${name} is not a web address.`, "Correct the variable, or remove it.");
    }
  }
  if (!isRegion(region)) {
    throw new CloudError(
      `“${region}” is not a region of AWS.`,
      "Regions look like eu-central-1. This one comes from --region, config.json, a profile or AWS_REGION.",
    );
  }
  return `https://${HOSTS[service](region)}`;
}
