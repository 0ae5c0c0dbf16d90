import type * as containers from "../../../aws/containers/mod.ts";
import type * as tools from "../../../aws/resources/mod.ts";

/** The calls of AWS that secrets are seen, read and changed with; loaded when they are first used. */
export type SecretTools = Pick<
  typeof tools,
  | "readSecret"
  | "describeSecret"
  | "writeSecret"
  | "secretFields"
  | "envFault"
  | "envFile"
  | "changedSecret"
>;

/** The same for databases and logins to them. */
export type DatabaseTools = Pick<
  typeof tools,
  "rdsToken" | "redshiftLogin" | "serverlessLogin" | "secretLogin"
>;

/** The same for services and their tasks. */
export type ContainerTools = typeof containers;
