import { command, feature, id } from "../../feature.ts";
import type { Toasts } from "./toasts.ts";

/** The command about short messages that disappear by themselves. */
export const toasts = feature({
  dismissToast: command({ toast: id }),
}, ({ toasts }: { readonly toasts: Toasts }) => ({
  dismissToast: ({ toast }) => toasts.dismiss(toast),
}));
