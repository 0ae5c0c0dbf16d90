import { block, oneLine } from "../../core/text/outside.ts";

/** A message of the desktop, for what happened while nobody looked. */
export interface Notification {
  readonly title: string;
  readonly message: string;
  /** `critical` ones stay until the user has seen them, where the desktop can do that and wants to be disturbed. */
  readonly urgency: "normal" | "critical";
  /** What it tells of: a later one of the same takes its place, where the desktop can do that. */
  readonly about?: string;
  /** Called when the user clicks the notification, where the desktop tells. */
  readonly onOpen?: () => void;
  /** A button that does the same, where the desktop has some. */
  readonly button?: string;
}

/** Shows notifications. */
export interface Notifier {
  /** Tells whether the desktop took it. Never throws: a desktop without notifications is no error. */
  show(notification: Notification): Promise<boolean>;
  close(): void;
}

/** UTF-16 units of a title and of a message that are shown; scripts write them. */
const LONGEST = { title: 100, message: 500 } as const;

/** One notification's texts, cut to what a desktop shows, with nothing hidden in them. */
export function shownTexts({ title, message }: Notification): { title: string; message: string } {
  return {
    title: oneLine(title, { longest: LONGEST.title }) || "Kedge",
    message: block(message, { longest: LONGEST.message }).trim(),
  };
}
