import { formatNumber } from "../text/locale.ts";

/** Why a part of a list could not be read. */
export interface ListFault {
  /** Kind of failure, one of `CloudErrorCode`. */
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

/** Codes of faults that last. Lists with another fault are requested again whenever somebody looks at them. */
const LASTING: ReadonlySet<string> = new Set(["denied", "region", "many"]);

/** Whether the fault may be over by now: the user may have signed in, chosen a role, or changed the network. */
export const mayBeOver = ({ code }: ListFault): boolean => !LASTING.has(code);

/** The fault of a list that Kedge itself fails to read. */
export const PROGRAM: ListFault = {
  code: "failed",
  message: "Kedge failed to read the list.",
  hint: "The log says why.",
};

/** Returns the fault of a list with more rows than that. */
export const tooMany = (most: number): ListFault => ({
  code: "many",
  message: `There are more than ${formatNumber(most)}; the rest is left out.`,
  hint: "Type a part of a name to find others.",
});
