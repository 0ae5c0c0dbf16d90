import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { WelcomeModel } from "../../../pages/welcome/page.ts";
import { type PageProps, useSender } from "../../page.ts";
import { Button, focusStart, Icon, Notice, useEscape } from "../../system/mod.ts";
import { useLeaving, useUnsaved } from "../../unsaved.ts";
import { BeginStep, ByItselfStep, PortalStep, ShortcutStep } from "./steps.tsx";
import { changesOf, type Wishes, wishProblem } from "./wishes.ts";

const STEPS = 4;
/** The fields that each step asks for; the last step asks for none. */
const ASKED: readonly (readonly (keyof Wishes)[])[] = [
  ["ssoStartUrl", "ssoRegion"],
  ["globalShortcut"],
  ["launchAtStartup", "analyticsEnabled"],
  [],
];

/** Asks one question per step, each with a sensible default. Nothing is written before the user has seen it. */
export default function WelcomePage({ model, client }: PageProps<WelcomeModel>): JSX.Element {
  const sender = useSender(client);
  const root = useRef<HTMLFormElement>(null);
  const [step, setStep] = useState(0);
  const [asked, setAsked] = useState(false);
  const [tried, setTried] = useState(false);
  /** What the user has entered; every other answer is that of the file, which may change meanwhile. */
  const [entered, setEntered] = useState<Partial<Wishes>>({});
  /** Whether something was written since an answer was entered. */
  const [wrote, setWrote] = useState(false);
  const { answers } = model.config;
  const wishes = { ...answers, ...entered };
  const [leaving, setLeaving] = useLeaving();
  const onWish = (change: Partial<Wishes>) => {
    setEntered((now) => ({ ...now, ...change }));
    setWrote(false);
    setLeaving(false);
  };
  useLayoutEffect(() => focusStart(root.current), [step]);
  useEffect(() => {
    if (model.palette && step === 1) setTried(true);
  }, [model.palette, step]);
  const changes = changesOf(wishes, answers);
  const toWrite = step === STEPS - 1 && changes.length > 0;
  const go = (to: number) => {
    setAsked(false);
    setLeaving(false);
    sender.clear();
    setStep(to);
  };
  const close = () => void client.send({ name: "closeWindow", window: model.window.id });
  const write = async () => {
    for (const [key, value] of changes) {
      const result = await sender.send({ name: "editConfig", path: [key], value: value as never });
      if (!result.ok) return;
      setWrote(true);
    }
  };
  const next = async () => {
    if (sender.busy) return;
    if (step === 0 && (wishProblem("ssoStartUrl", wishes) ?? wishProblem("ssoRegion", wishes))) {
      return setAsked(true);
    }
    if (step < STEPS - 1) return go(step + 1);
    if (toWrite) return await write();
    const result = await sender.send({ name: "openWindow", page: "palette" });
    if (result.ok) close();
  };
  const later = () => {
    const here: readonly string[] = ASKED[step]!;
    setEntered((now) => Object.fromEntries(Object.entries(now).filter(([key]) => !here.includes(key))));
    if (step < STEPS - 1) go(step + 1);
    else close();
  };
  // The page opens only once, so ask before input is lost.
  const unsaved = changes.length > 0 && !leaving;
  useUnsaved(unsaved, () => setLeaving(true));
  useEscape(() => unsaved ? setLeaving(true) : close());
  const props = { model, wishes, asked, onWish };
  return (
    <form
      class="window welcome"
      ref={root}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void next();
      }}
    >
      <header class="welcome-head row">
        <Icon name="anchor" />
        <h1 class="grow">Welcome to Kedge</h1>
        <span class="quiet small numbers">{step + 1} of {STEPS}</span>
      </header>
      <div class="column loose scroll grow welcome-body">
        {step === 0 && <PortalStep {...props} client={client} />}
        {step === 1 && <ShortcutStep {...props} tried={tried} />}
        {step === 2 && <ByItselfStep {...props} />}
        {step === 3 && (
          <BeginStep
            {...props}
            client={client}
            changes={changes}
            written={wrote && changes.length === 0 && !sender.busy}
            onSample={async () => void await sender.send({ name: "reviewSample" })}
          />
        )}
        {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
      </div>
      <footer class="bar foot">
        {step > 0 && <Button kind="bare" alone="Go back" onClick={() => go(step - 1)}>Back</Button>}
        <span class="grow quiet small" role="status">
          {leaving ? "Esc again discards what you entered." : ""}
        </span>
        <Button onClick={later} alone={toWrite ? "Leave it as it is" : "Do it later"}>
          {toWrite ? "Leave it as it is" : "Later"}
        </Button>
        <Button
          kind="marked"
          type="submit"
          alone={step < STEPS - 1 ? "Go on" : undefined}
          busy={sender.busy}
          autoFocus={step === 1 || step === 3}
        >
          {step < STEPS - 1 ? "Next" : toWrite ? "Write it" : "Open the palette"}
        </Button>
      </footer>
    </form>
  );
}
