export { type AwsCredentials, credentialsFor, type Identity, identity, rolesOf } from "./credentials.ts";
export { type CredentialsServer, serveCredentials } from "./container.ts";
export { secretValue } from "./secrets.ts";
