import type { JSX } from "preact";
import type { PlaceStatus } from "../../../pages/resources.ts";
import { Button, EmptyState, ErrorState, Notice } from "../../system/mod.ts";

type Fault = PlaceStatus["faults"][number];

const SIGN_IN: readonly string[] = ["signed-out", "expired", "revoked"];

/** Whether the user mends it by signing in. */
export const mendedBySignIn = ({ trouble }: Fault): boolean => SIGN_IN.includes(trouble);

/** What kind of trouble it is, in words. */
function titleOf({ trouble }: Fault, what: string): string {
  if (SIGN_IN.includes(trouble)) return `Sign in to see the ${what}`;
  const titles = new Map([
    ["denied", `This role may not list the ${what}`],
    ["region", "This region gives nothing"],
    ["throttled", "AWS gets too many requests now"],
    ["offline", "AWS was not reached"],
    ["timeout", "AWS did not answer"],
    ["skewed", "This computer's clock is wrong"],
  ]);
  return titles.get(trouble) ?? `The ${what} cannot be listed`;
}

interface TroubleParts {
  /** What is listed, in small letters: `secrets`. */
  readonly what: string;
  readonly onSignIn: () => void;
  readonly onRetry: () => void;
}

/** What stands in the place of a list that could not be had: why, and the next step. */
export function NoList(
  { fault, ...parts }: { fault: Fault } & TroubleParts,
): JSX.Element {
  const title = titleOf(fault, parts.what);
  const step = <Step fault={fault} {...parts} marked />;
  if (SIGN_IN.includes(fault.trouble)) {
    return (
      <EmptyState icon="lock" title={title} text={[fault.message, fault.hint].filter(Boolean).join(" ")}>
        {step}
      </EmptyState>
    );
  }
  return <ErrorState title={title} why={fault.message} hint={fault.hint}>{step}</ErrorState>;
}

/** What stands above a list of which a part is missing or old. */
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
