import type { JSX } from "preact";
import type { ToastState } from "../../../core/state/state.ts";
import { Button, Tool } from "../controls/button.tsx";
import { Icon, type IconName } from "../icon.tsx";

/** The icon of each kind of toast, and the class of its colour. */
const MARKS: Readonly<Record<Exclude<ToastState["type"], "loading">, readonly [IconName, string]>> = {
  info: ["info", "info-text"],
  success: ["check", "ok-text"],
  warning: ["caution", "caution-text"],
  error: ["error", "danger-text"],
};

/** Toasts at the lower right. Screen readers announce them. */
export function ToastStack(
  { toasts, onDismiss, onOpen }: {
    toasts: readonly ToastState[];
    onDismiss: (id: string) => void;
    /** Opens the page of a toast; without it, toasts do not open pages. */
    onOpen?: (page: string, params?: Readonly<Record<string, string>>) => void;
  },
): JSX.Element {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <div class={`toast ${toast.type}`} key={toast.id}>
          {toast.type === "loading" ? <span class="spinner" /> : <Mark type={toast.type} />}
          <div class="grow">
            {toast.title !== "" && <strong class="words">{toast.title}</strong>}
            {toast.message !== "" && <div class="words">{toast.message}</div>}
          </div>
          {toast.opens && onOpen && (
            <Button
              compact
              onClick={() => onOpen(toast.opens!.page, toast.opens!.params)}
            >
              {toast.opens.label}
            </Button>
          )}
          <Tool icon="cross" label="Dismiss" onClick={() => onDismiss(toast.id)} />
        </div>
      ))}
    </div>
  );
}

function Mark({ type }: { type: keyof typeof MARKS }): JSX.Element {
  const [name, tone] = MARKS[type];
  return <Icon name={name} class={tone} />;
}
