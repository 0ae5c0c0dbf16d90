import { formatNumber } from "../text/locale.ts";

/** Why a part of a list could not be read. */
export interface ListFault {
  /** Sort of failure: one of `CloudErrorCode`. */
  readonly trouble: string;
  readonly message: string;
  readonly hint?: string;
}

/** Troubles that last. Lists with another trouble are requested again whenever somebody looks at them. */
const LASTING: ReadonlySet<string> = new Set(["denied", "region", "many"]);

/** Whether the fault may be over by now: the user may have signed in, chosen a role, or changed the network. */
export const mayBeOver = ({ trouble }: ListFault): boolean => !LASTING.has(trouble);

/** The fault of a list that Kedge itself fails to read. */
export const PROGRAM: ListFault = {
  trouble: "failed",
  message: "Kedge failed to read the list.",
  hint: "The log says why.",
};

/** Returns the fault of a list with more rows than that. */
export const tooMany = (most: number): ListFault => ({
  trouble: "many",
  message: `There are more than ${formatNumber(most)}; the rest is left out.`,
  hint: "Type a part of a name to find others.",
});
