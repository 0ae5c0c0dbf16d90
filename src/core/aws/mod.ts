export { type Cloud, cloudOf } from "./cloud.ts";
export { serveCredentials } from "./container.ts";
export { processDocument } from "./credentials/document.ts";
export { CloudError, needsSignIn } from "./errors.ts";
export { secretValue } from "./secrets.ts";
