import { z } from "zod";

/** How a window is made. Sizes are CSS pixels. */
export interface WindowShape {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** No title bar, in the middle of the screen. */
  readonly frameless: boolean;
}

/** What lets a window take the focus; one without calls for attention only. */
export interface Activated {
  /** What Wayland wants for it, where there is one (`../activation.ts`). */
  readonly activation?: string;
  /** How long ago the user pressed for the window, in ms, and whether it came at once (`core/app/asks.ts`). */
  readonly asked?: { readonly ago: number; readonly just: boolean };
}

/** What the host tells the windows' child, one JSON line each. */
export type ToChild =
  /** Begins to load, still hidden: the user should not see an empty window. */
  | { readonly type: "open"; readonly id: string; readonly url: string } & WindowShape & Activated
  /** With `blank` its page has not got ready: nobody there hears a key. */
  | { readonly type: "show"; readonly id: string; readonly blank?: boolean }
  /** Gives it another size or frame. */
  | { readonly type: "change"; readonly id: string } & WindowShape
  /** Gives it another title, and leaves it the size that its user has given it. */
  | { readonly type: "retitle"; readonly id: string; readonly title: string }
  | { readonly type: "raise"; readonly id: string } & Activated
  /** Loads the page anew, by a fresh address. */
  | { readonly type: "load"; readonly id: string; readonly url: string }
  | { readonly type: "close"; readonly id: string }
  /** Is answered by `focused` once the window has the keyboard's focus, or will not take it. */
  | { readonly type: "focus"; readonly id: string }
  /** A page that waits is this window from now on, and is shown. */
  | { readonly type: "give"; readonly waiting: string; readonly id: string } & WindowShape & Activated
  /** The window is hidden, and its page waits again. */
  | { readonly type: "take"; readonly id: string; readonly waiting: string }
  /** All pages draw so many times as large. */
  | { readonly type: "zoom"; readonly zoom: number }
  /** No window was open for a while: what waits for the next ones may go. */
  | { readonly type: "rest" }
  /** The desktop has become dark, or light. */
  | { readonly type: "dark"; readonly dark: boolean }
  /** Is answered: a process that does not answer hangs. */
  | { readonly type: "ping" }
  | { readonly type: "quit" };

/** What the child tells the host, one JSON line each. */
export const fromChild = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("pong") }),
  /** The desktop wants text so many times as large as usual. */
  z.object({ type: z.literal("scale"), scale: z.number().min(0.5).max(3) }),
  /** It cannot show windows; the child ends. */
  z.object({
    type: z.literal("failed"),
    reason: z.enum(["display", "library"]),
    message: z.string().max(2000),
  }),
  /** The window has the keyboard's focus, or is not shown with it. */
  z.object({ type: z.literal("focused"), id: z.string().max(200) }),
  /** The user closed the window. */
  z.object({ type: z.literal("closed"), id: z.string().max(200) }),
  /** The page's process died; the window is empty. */
  z.object({ type: z.literal("crashed"), id: z.string().max(200) }),
  /** Files or folders were dropped on the window. */
  z.object({
    type: z.literal("dropped"),
    id: z.string().max(200),
    paths: z.array(z.string().max(4096)).max(4),
  }),
  z.object({ type: z.literal("error"), message: z.string().max(4000) }),
]);

/** A message of the child, as parsed. */
export type FromChild = z.infer<typeof fromChild>;
