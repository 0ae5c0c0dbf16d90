import type { RunSurface } from "../../core/actions/mod.ts";
import type { InputField } from "../../core/state/state.ts";

/** Something that the user saw: its kind, its fields with the SDK's names, and for a dialog the answer. */
type Shown = { readonly kind: string } & Readonly<Record<string, unknown>>;

/** Maximum entries recorded, because a script may show things without end. */
const MAX_COUNT = 10_000;
const MASK = "•••";

/** Wraps a surface and records what it shows, in order. Answers to secret fields are masked. */
export function recordShown(surface: RunSurface): { surface: RunSurface; shown: readonly Shown[] } {
  const shown: Shown[] = [];

  function keep(kind: string, fields: Record<string, unknown>): void {
    if (shown.length < MAX_COUNT) shown.push({ kind, ...fields });
    else if (shown.length === MAX_COUNT) {
      shown.push({ kind: "cut", message: `over ${MAX_COUNT} things were shown` });
    }
  }

  /** Records a dialog when it opens, and adds the answer later. */
  async function dialog<T>(
    kind: string,
    fields: Record<string, unknown>,
    ask: () => Promise<T>,
    seen: (answer: T) => unknown,
  ) {
    const index = shown.length;
    keep(kind, fields);
    const answer = await ask();
    if (index < MAX_COUNT) shown[index] = { ...shown[index]!, answer: seen(answer) };
    return answer;
  }

  return {
    shown,
    surface: {
      ...surface,
      async alert(message, signal) {
        keep("alert", { message });
        await surface.alert(message, signal);
      },
      async html(report, signal) {
        keep("html", { ...report });
        await surface.html(report, signal);
      },
      confirm: (message, signal) =>
        dialog("confirm", { message }, () => surface.confirm(message, signal), (yes) => yes),
      ask(title, field, signal) {
        const { key: _, kind: input, ...fields } = plain(field);
        return dialog(
          "ask",
          { title, input, ...fields },
          () => surface.ask(title, field, signal),
          (answer) => masked(field, answer),
        );
      },
      form: (title, fields, signal) =>
        dialog(
          "form",
          { title, fields: fields.map(plain) },
          () => surface.form(title, fields, signal),
          (answers) =>
            answers && Object.fromEntries(
              fields.map((field) => [field.key, masked(field, answers[field.key] ?? "")]),
            ),
        ),
      toast(toast, seconds) {
        keep("toast", { ...toast, duration: seconds });
        surface.toast(toast, seconds);
      },
      dismissToast(id) {
        keep("toast", { id, dismissed: true });
        surface.dismissToast(id);
      },
      progress(progress) {
        keep("progress", progress ? { ...progress } : { hidden: true });
        surface.progress(progress);
      },
      button(button) {
        keep("button", { ...button });
        surface.button(button);
      },
    },
  };
}

/** Returns a copy of the field, in which the default of a secret is masked. */
function plain(field: InputField): Record<string, unknown> & { kind: string; key: string } {
  return field.kind === "secret" && field.default ? { ...field, default: MASK } : { ...field };
}

function masked(field: InputField, answer: string | null): string | null {
  return field.kind === "secret" && answer ? MASK : answer;
}
