/** What accounts hold, as AWS tells it. */
export { changedSecret } from "./change.ts";
export { envFile } from "./env_file.ts";
export { secretFields } from "./fields.ts";
export { describeSecret, writeSecret } from "./secret_detail.ts";
export { readSecret, secrets, secureParameters } from "./secrets.ts";
