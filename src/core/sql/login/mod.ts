/** Logins of servers: from the keychain or the user to a connection. */
export { type AwsAt, awsLogin, withAws } from "./aws.ts";
export { type AskLogin, type GivenLogin, type Login, LoginError, type OfferedLogin } from "./login.ts";
export { createLogins, type LoginFiles, type LoginKeychain, type Logins } from "./logins.ts";
export { withLogin } from "./login.ts";
