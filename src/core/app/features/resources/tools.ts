import type * as containers from "../../../aws/containers/mod.ts";
import type * as tools from "../../../aws/resources/mod.ts";

/** Calls of AWS that list, read and change secrets; loaded when they are first used. */
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

/** Calls of AWS that make logins to databases; loaded when they are first used. */
export type DatabaseTools = Pick<
  typeof tools,
  "rdsToken" | "redshiftLogin" | "serverlessLogin" | "secretLogin"
>;

/** Calls of AWS for services and their tasks; loaded when they are first used. */
export type ContainerTools = typeof containers;
