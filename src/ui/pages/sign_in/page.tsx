import type { ComponentChildren, JSX } from "preact";
import type { SigningIn } from "../../../core/state/state.ts";
import type { SignInModel } from "../../../pages/sign_in/page.ts";
import { type PageProps, type Sender, useNow, useSender } from "../../page.ts";
import { useFittedWindow } from "../../parts/fit_window.ts";
import { Button, CopyButton, DialogFrame, DialogHead, Notice } from "../../system/mod.ts";
import { elapsed } from "../../text/format.ts";

/** Maximum waiting requests that are named. The others are counted. */
const NAMED = 3;

/** Shows who asks for the sign-in and why, and what to do meanwhile. */
export default function SignInPage({ model, client }: PageProps<SignInModel>): JSX.Element {
  const { signIn, signingIn, window } = model;
  const sender = useSender(client);
  const box = useFittedWindow(client, window.id, signingIn.step);
  const begin = (method?: "browser" | "device") =>
    void sender.send(method ? { name: "signIn", method } : { name: "signIn" });
  const open = () => void sender.send({ name: "openSignInAddress" });
  const { step } = signingIn;
  const idle = step === "idle" || step === "starting";
  return (
    <div ref={box} class="fitted" role="dialog" aria-modal="true" aria-labelledby="who" key={step}>
      <DialogFrame
        head={
          <DialogHead picture="key" title="Sign in to AWS" look="words">{signIn.detail ?? ""}</DialogHead>
        }
        marked={idle ? "Sign in" : step === "device" ? "Open the page" : undefined}
        cancel="Cancel"
        busy={step === "starting" || sender.busy}
        note={idle ? "In your browser" : <TimeLeft until={signingIn.until} />}
        extra={idle && (
          <Button disabled={step === "starting"} onClick={() => begin("device")}>Use a code</Button>
        )}
        onSubmit={() => idle ? begin() : step === "device" ? open() : undefined}
        onCancel={() => void client.send({ name: "closeWindow", window: window.id })}
      >
        {(idle || signingIn.askers.length > 0) && <Askers signingIn={signingIn} />}
        {step === "browser" && <InBrowser open={open} begin={begin} />}
        {step === "device" && <Device signingIn={signingIn} />}
        <Trouble model={model} sender={sender} />
      </DialogFrame>
    </div>
  );
}

/** The names of what continues after the sign-in. */
function Askers({ signingIn: { askers } }: { signingIn: SigningIn }): JSX.Element {
  if (askers.length === 0) {
    return <p class="words">Your accounts, their roles and credentials come from there.</p>;
  }
  const more = askers.length - NAMED;
  return (
    <div class="column">
      {askers.slice(0, NAMED).map(({ id, what, why }) => (
        <div key={id}>
          <strong class="words">{what}</strong>
          <div class="words quiet">{why}</div>
        </div>
      ))}
      {more > 0 && <div class="quiet">and {more} more</div>}
      <div class="quiet small">
        {askers.length === 1 ? "It goes on" : "They go on"} by {askers.length === 1 ? "itself" : "themselves"}
        {" "}
        once you are signed in.
      </div>
    </div>
  );
}

function InBrowser({ open, begin }: { open: () => void; begin: (method: "device") => void }): JSX.Element {
  return (
    <div class="column">
      <Steps>
        <li>Sign in on the page that has opened in your browser.</li>
        <li>
          Choose <strong>Allow access</strong> there.
        </li>
        <li>Come back: this window closes by itself.</li>
      </Steps>
      <div class="row">
        <Button compact icon="out" onClick={open}>Open it again</Button>
        <Button compact onClick={() => begin("device")}>Use a code instead</Button>
      </div>
    </div>
  );
}

function Device({ signingIn: { code = "", address = "" } }: { signingIn: SigningIn }): JSX.Element {
  return (
    <div class="column">
      <div class="row sign-in-code">
        <output class="mono" aria-label="Code">{code}</output>
        <CopyButton text={() => code} label="Copy code" />
      </div>
      <Steps>
        <li>
          Open <span class="mono words">{address}</span> on any device.{" "}
          <CopyButton kind="bare" compact text={() => address} label="Copy address" />
        </li>
        <li>Type the code, or check that it is the one shown there, and allow access.</li>
      </Steps>
    </div>
  );
}

function Steps({ children }: { children: ComponentChildren }): JSX.Element {
  return <ol role="list" class="sign-in-steps words">{children}</ol>;
}

function TimeLeft({ until }: { until: number | undefined }): JSX.Element | null {
  const now = useNow(until !== undefined);
  if (until === undefined) return null;
  return <span class="numbers">{elapsed(until - now)} left</span>;
}

/** Why the last sign-in failed, or why the next one will. */
function Trouble({ model, sender }: { model: SignInModel; sender: Sender }): JSX.Element | null {
  const { trouble } = model.signIn, { failure } = model.signingIn;
  const refused = sender.failure ?? failure;
  if (refused) return <Notice tone="danger" message={refused.error} hint={refused.hint} />;
  if (!trouble) return null;
  return (
    <Notice tone="caution" message={trouble.message} hint={trouble.hint}>
      {trouble.kind === "failed" && (
        <Button
          compact
          onClick={() =>
            void sender.send({ name: "openWindow", page: "settings", params: { section: "sign-in" } })}
        >
          Settings
        </Button>
      )}
    </Notice>
  );
}
