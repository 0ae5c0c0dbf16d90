/** Resources of accounts, as AWS returns them. */
export { changedSecret } from "./change.ts";
export { rdsToken, redshiftLogin, secretLogin, serverlessLogin } from "./database_login.ts";
export { DATABASE_SOURCES } from "./databases.ts";
export { envFault, envFile } from "./env_file.ts";
export { secretFields } from "./fields.ts";
export { describeSecret, writeSecret } from "./secret_detail.ts";
export { ALWAYS_ON, enabledRegions } from "./regions.ts";
export { readSecret, secrets, secureParameters } from "./secrets.ts";
