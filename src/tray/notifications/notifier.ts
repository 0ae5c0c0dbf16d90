/** A message of the desktop, for what happened while nobody looked. */
export interface Notification {
  readonly title: string;
  readonly message: string;
  /** `critical` ones stay until the user has seen them, where the desktop can do that. */
  readonly urgency: "normal" | "critical";
  /** Called when the user clicks the notification, where the desktop tells. */
  readonly onOpen?: () => void;
}

/** Shows notifications. */
export interface Notifier {
  /** Tells whether the desktop took it. Never throws: a desktop without notifications is no error. */
  show(notification: Notification): Promise<boolean>;
  close(): void;
}

/** Characters of a title and of a message that are shown; scripts write them. */
export const LONGEST = { title: 100, message: 500 } as const;

/** One notification's texts, cut to what a desktop shows and without control characters. */
export function shownTexts(notification: Notification): { title: string; message: string } {
  const clean = (text: string, longest: number) => {
    // deno-lint-ignore no-control-regex
    const plain = text.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, " ").trim();
    return plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain;
  };
  return {
    title: clean(notification.title, LONGEST.title) || "Kedge",
    message: clean(notification.message, LONGEST.message),
  };
}
