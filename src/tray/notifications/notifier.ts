import { block, oneLine } from "../../core/text/outside.ts";

/** A notification of the desktop. */
export interface Notification {
  readonly title: string;
  readonly message: string;
  /**
   * A `critical` notification stays until the user has seen it, where the desktop supports this and is not in
   * its Do Not Disturb mode.
   */
  readonly urgency: "normal" | "critical";
  /** Subject of the notification; a later one with the same subject replaces it where the desktop supports this. */
  readonly about?: string;
  /** Called when the user clicks the notification, where the desktop reports clicks. */
  readonly onOpen?: () => void;
  /** Label of a button that does the same, where the desktop shows buttons. */
  readonly button?: string;
}

/** Shows notifications. */
export interface Notifier {
  /**
   * Shows a notification and returns whether the desktop accepted it. Never throws, because a desktop may
   * have no notifications.
   */
  show(notification: Notification): Promise<boolean>;
  close(): void;
}

/** Maximum length of a title and of a message in UTF-16 units; scripts write these texts. */
const MAX_LENGTH = { title: 100, message: 500 } as const;

/** Returns the texts of a notification, shortened to the maximum length and without hidden characters. */
export function shownTexts({ title, message }: Notification): { title: string; message: string } {
  return {
    title: oneLine(title, { longest: MAX_LENGTH.title }) || "Kedge",
    message: block(message, { longest: MAX_LENGTH.message }).trim(),
  };
}
