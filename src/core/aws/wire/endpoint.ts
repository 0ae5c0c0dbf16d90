import { CloudError } from "../errors.ts";
import { isRegion } from "../../text/aws_names.ts";
import { partitionOf } from "./partition.ts";

/**
 * Services that Kedge calls itself, by their names in `AWS_ENDPOINT_URL_…` of the SDKs, each with its name in
 * hosts and signatures.
 */
const SERVICES = {
  SSO_OIDC: "oidc",
  SSO: "portal.sso",
  STS: "sts",
  SIGNIN: "signin",
  SECRETS_MANAGER: "secretsmanager",
  SSM: "ssm",
  EC2: "ec2",
  RDS: "rds",
  REDSHIFT: "redshift",
  REDSHIFT_SERVERLESS: "redshift-serverless",
  ECS: "ecs",
  CLOUDWATCH_LOGS: "logs",
  RDS_DATA: "rds-data",
  REDSHIFT_DATA: "redshift-data",
  S3: "s3",
  ATHENA: "athena",
  RESOURCE_EXPLORER_2: "resource-explorer-2",
  API_GATEWAY: "apigateway",
} as const;

export type Service = keyof typeof SERVICES;

/** Returns the name of a service in signatures: `secretsmanager`. */
export const serviceName = (service: Service): string => SERVICES[service];

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

function hostOf(service: Service, region: string): string {
  const { suffix, signIn } = partitionOf(region);
  if (service === "SIGNIN") return region === "us-east-1" ? signIn : `${region}.${signIn}`;
  return `${SERVICES[service]}.${region}.${suffix}`;
}

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
  return `https://${hostOf(service, region)}`;
}
