import { block } from "../../text/outside.ts";

/** What a program on the way wants to know. */
export type AskedOnWay =
  /** A text that nobody may see: a passphrase, a password, a code. */
  | { readonly asks: "secret"; readonly text: string }
  /** Whether a host key that nobody has confirmed yet is the right one. */
  | { readonly asks: "host key"; readonly text: string; readonly host: string; readonly fingerprint: string }
  /** Yes or no. */
  | { readonly asks: "confirm"; readonly text: string }
  /** Nothing: it is shown until it is withdrawn. */
  | { readonly asks: "notice"; readonly text: string };

/** Characters of a question that are shown. */
const LONGEST = 1500;

const HOST_KEY =
  /^The authenticity of host '([^'\n]{1,600})' can't be established\.\n[\w-]+ key fingerprint is (SHA256:[A-Za-z0-9+/=]{20,60})\.?\n/;

/** Reads a question of `ssh`; `hint` is what it says of it (SSH_ASKPASS_PROMPT). */
export function readQuestion(question: string, hint: string): AskedOnWay {
  const text = block(question.replaceAll("\r", ""), { longest: LONGEST }).trim();
  if (hint === "none") return { asks: "notice", text };
  if (hint === "confirm") return { asks: "confirm", text };
  if (!/\(yes\/no(\/\[fingerprint\])?\)\?$/.test(text)) return { asks: "secret", text };
  const [, host, fingerprint] = HOST_KEY.exec(text) ?? [];
  // One without a fingerprint can be compared with nothing: it is shown as it is, and marked as no more than that.
  return host && fingerprint ? { asks: "host key", text, host, fingerprint } : { asks: "confirm", text };
}

/** Whether a question has the same answer each time; codes are good once. */
export function isLasting(text: string): boolean {
  return /^Enter (passphrase|PIN) for |^[^\s']+'s password:$/.test(text);
}
