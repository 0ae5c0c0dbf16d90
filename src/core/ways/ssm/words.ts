import type { Destination, WayCode } from "../way.ts";
import { type SsmAddress, throughText } from "./address.ts";

/** Returns what went wrong on a way through an account, and the next step. */
export function ssmWords(
  at: SsmAddress,
  to: Destination,
  code: WayCode | (string & Record<never, never>),
  text: string,
  known: string | undefined,
): { readonly message: string; readonly hint: string } {
  const through = throughText(at);
  const there = `${to.host}:${to.port}`;
  const detail = text ? `: ${text}` : "";
  const words = (message: string, hint: string) => ({ message, hint: known ?? hint });
  switch (code) {
    case "WAY_SIGNED_OUT":
      return words(
        `there are no credentials of ${at.role} in ${at.account}${detail}`,
        "Sign in, then connect again.",
      );
    case "WAY_DENIED":
      return words(
        `${at.role} may not start a session with ${through}${detail}`,
        "The role needs ssm:StartSession for the computer or task, and for the document AWS-StartPortForwardingSessionToRemoteHost.",
      );
    case "WAY_NONE":
      return words(text, "Choose another way.");
    case "WAY_TARGET":
      return words(
        `${through} cannot reach ${there}${detail}`,
        "Its security group must be let in by the database's: check port and groups.",
      );
    case "WAY_PROHIBITED":
      return words(
        `the way through ${through} is not to be used${detail}`,
        "Ask who set Session Manager up.",
      );
    case "WAY_FOREIGN":
      return words(
        `${through} does not answer as a session should${detail}`,
        "Its SSM agent may be too old: update it (3.1.1374 or later).",
      );
    case "WAY_TIMEOUT":
    case "WAY_UNREACHABLE":
      return words(`${through} was not reached${detail}`, "Check the network, the VPN, and whether it runs.");
    case "WAY_MANY":
      return words(text, "Close tabs and windows of servers that are reached so, then try again.");
    case "WAY_CONFIG":
      return words(text, "Fix “via”.");
    case "WAY_LOST":
      return words(
        `the way through ${through} ended${detail}`,
        "Try again: it is opened again. AWS ends sessions that are silent for long, or last too long.",
      );
    default:
      return words(`the session with ${through} did not come about${detail}`, "Try again.");
  }
}
