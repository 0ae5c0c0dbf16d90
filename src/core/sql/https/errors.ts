import type { CloudError } from "../../aws/errors.ts";
import { ownProperty } from "../../own_property.ts";
import { RESUMING } from "../driver/https/open.ts";
import { GONE } from "../driver/https/service.ts";
import { DriverError, ServerError } from "../driver/mod.ts";

/** Errors of the services about a statement: code and next step, by the error's name. */
const STATEMENT: Readonly<Record<string, readonly [code: string, hint: string]>> = {
  DatabaseErrorException: ["XX000", ""],
  BadRequestException: ["XX000", ""],
  InvalidRequestException: ["XX000", ""],
  ValidationException: ["XX000", ""],
  ExecuteStatementException: ["XX000", ""],
  BatchExecuteStatementException: ["XX000", ""],
  ActiveStatementsExceededException: [
    "53300",
    "Redshift takes so many statements at a time: try again in a moment.",
  ],
  QueryTimeoutException: ["57014", "Ask for less."],
  ResourceNotFoundException: ["02000", "Results are kept for 24 hours: run the statement again."],
  UnsupportedResultException: ["0A000", "Cast the column to text."],
  StatementTimeoutException: ["57014", "The Data API ends what takes longer than 45 seconds: ask for less."],
  TransactionNotFoundException: [
    GONE,
    "The service ends a transaction after three minutes without a statement, and after 24 hours.",
  ],
  DatabaseResumingException: [RESUMING, "The cluster was paused. Try again in a moment."],
  DatabaseUnavailableException: [RESUMING, "Try again in a moment."],
};

/** Errors about the sign-in or the endpoint: the next step, by the error's name. */
const SIGN_IN_HINTS: Readonly<Record<string, string>> = {
  HttpEndpointNotEnabledException: "Switch the cluster's RDS Data API on, or connect to its address.",
  InvalidSecretException: "Choose the secret whose username and password this database takes.",
  SecretsErrorException: "See that the secret is there, and that the role may read it.",
  DatabaseNotFoundException: "Choose a database that is there.",
  InvalidResourceStateException: "Look at the cluster in the console, and try again.",
  ForbiddenException: "The role needs the permissions of rds-data, and secretsmanager:GetSecretValue.",
};

/** Messages about a result that exceeds the maximum of a page. */
const TOO_LARGE = /size limit|more than the allowed|exceeded .*(limit|maximum)/i;

/**
 * Returns what an error of AWS means for a connection: the refusal of a statement, or the end of the
 * connection.
 */
export function errorOf(error: CloudError): ServerError | DriverError {
  const { code, sentence, hint = "" } = error;
  const { name = "", message = "" } = (error.cause ?? {}) as { name?: string; message?: string };
  if (code === "cancelled") return new DriverError("ABORT", "it was stopped");
  // A throttled call was not carried out, so the transaction is still open.
  if (code === "throttled") return new ServerError("53400", "AWS gets too many requests", { hint });
  const nextStep = ownProperty(SIGN_IN_HINTS, name);
  if (nextStep !== undefined) return new DriverError("HTTPS", sentence, nextStep);
  const known = ownProperty(STATEMENT, name);
  if (!known || code === "denied") return new DriverError("HTTPS", sentence, hint);
  return statementError(known, message);
}

/** Returns the server's own message, code and position from the message of the service. */
function statementError([code, hint]: readonly [string, string], message: string): ServerError {
  if (code === "XX000" && TOO_LARGE.test(message)) {
    return new ServerError("54000", message, {
      hint: "An answer has 1 MiB and a row 64 KB at most: ask for fewer columns, or for their beginning.",
    });
  }
  const state = /SQLState:? *([0-9A-Z]{5})\b/i.exec(message)?.[1];
  const number = /error code:? *(\d{3,5})\b/i.exec(message)?.[1];
  const position = /Position:? *(\d{1,7})\b/i.exec(message)?.[1];
  const words = message
    .replace(/^Database error code: *\d+[;.,]? *(SQLState: *\w+[;.,]? *)?(Message: *)?/i, "")
    .replace(/^ERROR: /, "")
    .replace(/; *(Position|SQLState|Error code|Hint)\b.*$/is, "");
  return new ServerError(number ?? state ?? code, words || message, {
    hint: /Hint: *([^;]+)/i.exec(message)?.[1] ?? hint,
    ...(position === undefined ? {} : { position: Number(position) }),
  });
}
