import type { JSX } from "preact";
import type { ResourceListStatus } from "../../../pages/resources.ts";
import { Button, EmptyState, ErrorState, Notice } from "../../system/mod.ts";
import { inOneLine } from "../../../core/text/sentences.ts";

type Fault = ResourceListStatus["faults"][number];

const SIGN_IN: readonly string[] = ["signed-out", "expired", "revoked"];

/** Whether the user mends it by signing in. */
export const mendedBySignIn = (fault: { readonly trouble?: string } | null | undefined): boolean =>
  SIGN_IN.includes(fault?.trouble ?? "");

/** Whether what was asked about is not there, or not any more. */
export const isMissing = (fault: { readonly trouble?: string } | null | undefined): boolean =>
  fault?.trouble === "missing";

/** Troubles that end without the user, or when the network is back. */
const PASSING: readonly string[] = ["throttled", "offline", "timeout"];

/** The title for the trouble; its message says why. */
function titleOf({ trouble }: Fault, what: string): string {
  if (SIGN_IN.includes(trouble)) return `Sign in to see the ${what}`;
  if (trouble === "region") return "This region gives nothing";
  if (trouble === "skewed") return "This computer's clock is wrong";
  return `The ${what} cannot be listed${PASSING.includes(trouble) ? " now" : ""}`;
}

/** A hint that only repeats what the title and the button say already. */
const ONLY_SIGN_IN = /^Sign in( \w+)?\.$/;

interface TroubleParts {
  /** The kind that is listed, in small letters: `secrets`. */
  readonly what: string;
  readonly onSignIn: () => void;
  readonly onRetry: () => void;
}

/** Shown in place of a list that could not be read: why, and the next step. */
export function NoList(
  { fault, ...parts }: { fault: Fault } & TroubleParts,
): JSX.Element {
  const title = titleOf(fault, parts.what);
  const step = <Step fault={fault} {...parts} marked />;
  if (SIGN_IN.includes(fault.trouble)) {
    const { message, hint = "" } = fault;
    const text = ONLY_SIGN_IN.test(hint) ? message : inOneLine(message, hint);
    return (
      <EmptyState icon="lock" title={title} text={text}>
        {step}
      </EmptyState>
    );
  }
  return <ErrorState title={title} why={fault.message} hint={fault.hint}>{step}</ErrorState>;
}

/** Shown above a list of which a part is missing or old. */
export function Troubles(
  { faults, ...parts }: { faults: readonly Fault[] } & TroubleParts,
): JSX.Element {
  return (
    <>
      {faults.map((fault) => (
        <Notice key={fault.message} tone="caution" message={fault.message} hint={fault.hint}>
          <Step fault={fault} {...parts} />
        </Notice>
      ))}
    </>
  );
}

function Step(
  { fault, onSignIn, onRetry, marked = false }: { fault: Fault; marked?: boolean } & TroubleParts,
): JSX.Element | null {
  const kind = marked ? "marked" : "plain";
  if (SIGN_IN.includes(fault.trouble)) {
    return <Button kind={kind} compact={!marked} onClick={onSignIn}>Sign in</Button>;
  }
  return <Button kind={kind} compact={!marked} onClick={onRetry}>Try again</Button>;
}
