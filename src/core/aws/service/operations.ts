import { jsonOperation } from "./json.ts";

/** Calls an operation of Secrets Manager. Throws a CloudError. */
export const callSecrets = jsonOperation("SECRETS_MANAGER", "secretsmanager");

/** Calls an operation of Systems Manager. Throws a CloudError. */
export const callSsm = jsonOperation("SSM", "AmazonSSM");

/** Calls an operation of Redshift Serverless. Throws a CloudError. */
export const callServerless = jsonOperation("REDSHIFT_SERVERLESS", "RedshiftServerless");

/** Calls an operation of Athena. Throws a CloudError. */
export const callAthena = jsonOperation("ATHENA", "AmazonAthena");
