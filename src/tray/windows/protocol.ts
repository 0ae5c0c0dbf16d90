import * as z from "zod";

/** Shape of a window; sizes are in CSS pixels. */
export interface WindowShape {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** Whether the window has no title bar and appears in the middle of the screen. */
  readonly frameless: boolean;
}

/** Lets a window take the focus; a window without it only asks for attention. */
export interface FocusRequest {
  /** Activation token that Wayland requires, if the desktop issued one (`../activation.ts`). */
  readonly activation?: string;
  /**
   * Time since the press that asked for the window, in ms, and whether the window opened at once
   * (`core/app/asks.ts`).
   */
  readonly asked?: { readonly ago: number; readonly just: boolean };
  /** The window that this one follows. If the user waited there with the keys, the focus goes over to this one. */
  readonly follows?: string;
}

/** Messages of the host to the windows' child, one JSON line each. */
export type ToChild =
  /** Loads a page in a hidden window, so that the user sees no empty window. */
  | { readonly type: "open"; readonly id: string; readonly url: string } & WindowShape & FocusRequest
  /** Shows a window. With `blank` its page is not ready and handles no keys. */
  | { readonly type: "show"; readonly id: string; readonly blank?: boolean }
  /** Changes the size or frame. */
  | { readonly type: "change"; readonly id: string } & WindowShape
  /** Changes the title and keeps the size that the user gave the window. */
  | { readonly type: "retitle"; readonly id: string; readonly title: string }
  | { readonly type: "raise"; readonly id: string } & FocusRequest
  /** Loads the page again with a new address. */
  | { readonly type: "load"; readonly id: string; readonly url: string }
  | { readonly type: "close"; readonly id: string }
  /** Asks for the answer `focused`, which is sent once the window has the keyboard focus or will not take it. */
  | { readonly type: "focus"; readonly id: string }
  /** Turns the waiting page into this window and shows it. */
  | { readonly type: "give"; readonly waiting: string; readonly id: string } & WindowShape & FocusRequest
  /** Hides the window and turns its page into the waiting page again. */
  | { readonly type: "take"; readonly id: string; readonly waiting: string }
  /** Sets the scale of all pages. */
  | { readonly type: "zoom"; readonly zoom: number }
  /** Allows the child to free its spare views, because no window was open for a while. */
  | { readonly type: "rest" }
  /** The desktop became dark, or light. */
  | { readonly type: "dark"; readonly dark: boolean }
  /** Asks for the answer `pong`; a process that does not answer hangs. */
  | { readonly type: "ping" }
  | { readonly type: "quit" };

/** Messages of the child to the host, one JSON line each. */
export const fromChild = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("pong") }),
  /** The scale of text that the desktop wants; 1 is the usual size. */
  z.object({ type: z.literal("scale"), scale: z.number().min(0.5).max(3) }),
  /** The child cannot show windows, and ends. */
  z.object({
    type: z.literal("failed"),
    reason: z.enum(["display", "library"]),
    message: z.string().max(2000),
  }),
  /** The window has the keyboard focus, or is shown without it. */
  z.object({ type: z.literal("focused"), id: z.string().max(200) }),
  /** The user closed the window. */
  z.object({ type: z.literal("closed"), id: z.string().max(200) }),
  /** The page's process crashed, and the window is empty. */
  z.object({ type: z.literal("crashed"), id: z.string().max(200) }),
  /** Files or folders were dropped on the window. */
  z.object({
    type: z.literal("dropped"),
    id: z.string().max(200),
    paths: z.array(z.string().max(4096)).max(4),
  }),
  z.object({ type: z.literal("error"), message: z.string().max(4000) }),
]);

/** A parsed message of the child. */
export type FromChild = z.infer<typeof fromChild>;
