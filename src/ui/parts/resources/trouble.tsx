import type { JSX } from "preact";
import type { ResourceListStatus } from "../../../pages/resources.ts";
import { Button, EmptyState, ErrorState, Notice } from "../../system/mod.ts";
import { inOneLine } from "../../../core/text/sentences.ts";

type Fault = ResourceListStatus["faults"][number];

const SIGN_IN: readonly string[] = ["signed-out", "expired", "revoked"];

/** Whether a sign-in fixes the fault. */
export const mendedBySignIn = (fault: { readonly code?: string } | null | undefined): boolean =>
  SIGN_IN.includes(fault?.code ?? "");

/** Whether the requested resource does not exist or no longer exists. */
export const isMissing = (fault: { readonly code?: string } | null | undefined): boolean =>
  fault?.code === "missing";

/** Faults that pass by themselves, or when the network is back. */
const PASSING: readonly string[] = ["throttled", "offline", "timeout"];

/** Returns the title for a fault; its message has the reason. */
function titleOf({ code }: Fault, what: string): string {
  if (mendedBySignIn({ code })) return `Sign in to see the ${what}`;
  if (code === "region") return "This region gives nothing";
  if (code === "skewed") return "This computer's clock is wrong";
  return `The ${what} cannot be listed${PASSING.includes(code) ? " now" : ""}`;
}

/** A hint that only repeats the title and the button. */
const ONLY_SIGN_IN = /^Sign in( \w+)?\.$/;

interface TroubleParts {
  /** The listed kind of resource, in lower case: `secrets`. */
  readonly what: string;
  readonly onSignIn: () => void;
  readonly onRetry: () => void;
}

/** Shown instead of a list that could not be read: the reason and the next step. */
export function NoList(
  { fault, ...parts }: { fault: Fault } & TroubleParts,
): JSX.Element {
  const title = titleOf(fault, parts.what);
  const step = <Step fault={fault} {...parts} marked />;
  if (mendedBySignIn(fault)) {
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

/** Shown above a list that is incomplete or out of date. */
export function ListWarnings(
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
): JSX.Element {
  const signsIn = mendedBySignIn(fault);
  return (
    <Button kind={marked ? "marked" : "plain"} compact={!marked} onClick={signsIn ? onSignIn : onRetry}>
      {signsIn ? "Sign in" : "Try again"}
    </Button>
  );
}
