import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { CommandResult } from "../../core/app/command.ts";
import { fieldProblem } from "../../core/config/fields.ts";
import type { Client } from "../client/mod.ts";
import { Button, Icon } from "../system/mod.ts";
import { inOneLine } from "../../core/text/sentences.ts";

/** Milliseconds that typing must pause before the check is offered. */
const PAUSE = 600;

/**
 * Offers to check whether a sign-in portal exists at the typed address. AWS is only
 * contacted when the user presses the button.
 */
export function PortalCheck(
  { client, startUrl, region, signIn = false }: {
    client: Pick<Client, "send">;
    startUrl: string;
    region: string;
    /** Whether the portal is already configured, so that a sign-in can begin. */
    signIn?: boolean;
  },
): JSX.Element | null {
  const [rests, setRests] = useState(false);
  const [asking, setAsking] = useState(false);
  const [answer, setAnswer] = useState<CommandResult | null>(null);
  const key = `${startUrl} ${region}`;
  const newest = useRef(key);
  newest.current = key;
  useEffect(() => {
    setRests(false);
    setAsking(false);
    setAnswer(null);
    const timer = setTimeout(() => setRests(true), PAUSE);
    return () => clearTimeout(timer);
  }, [key]);
  const right = isRight("ssoStartUrl", startUrl) && isRight("ssoRegion", region);
  if (!right || !rests) return null;
  const ask = async () => {
    setAsking(true);
    const result = await client.send({ name: "checkPortal", startUrl, region });
    // The result is about an earlier address.
    if (newest.current !== key) return;
    setAsking(false);
    setAnswer(result);
  };
  const begin = async () => {
    const result = await client.send({ name: "signIn" });
    if (newest.current === key && !result.ok) setAnswer(result);
  };
  return (
    <div class="row portal-check" role="status">
      <Button compact disabled={asking} onClick={() => void ask()}>
        {asking ? "Asking AWS…" : "Check the portal"}
      </Button>
      {signIn && <Button compact onClick={() => void begin()}>Sign in</Button>}
      {answer?.ok === true && (
        <span class="row ok-text small">
          <Icon name="check" />It is there.
        </span>
      )}
      {answer?.ok === false && (
        <span class="danger-text small words">{inOneLine(answer.error, answer.hint)}</span>
      )}
    </div>
  );
}

/** Whether a text may be checked: it has no error, at most a warning. */
function isRight(key: string, text: string): boolean {
  const problem = text === "" ? undefined : fieldProblem([key], text);
  return text !== "" && (!problem || problem.severity === "warning");
}
