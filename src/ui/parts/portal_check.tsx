import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { CommandResult } from "../../core/app/command.ts";
import { fieldProblem } from "../../core/config/fields.ts";
import type { Client } from "../client/mod.ts";
import { Button, Icon } from "../system/mod.ts";
import { inOneLine } from "../../core/text/sentences.ts";

/** How long typing rests before the check is offered, ms. */
const PAUSE = 600;

/** Offers to find out whether a portal is where it was typed; AWS is asked only when the user wants it. */
export function PortalCheck(
  { client, startUrl, region, signIn = false }: {
    client: Pick<Client, "send">;
    startUrl: string;
    region: string;
    /** Whether the portal is in force already, so that a sign-in can begin at it. */
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
    // A result for one address says nothing of the next.
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

/** Whether a text can be asked about: one that is only odd can. */
function isRight(key: string, text: string): boolean {
  const problem = text === "" ? undefined : fieldProblem([key], text);
  return text !== "" && (!problem || problem.severity === "warning");
}
