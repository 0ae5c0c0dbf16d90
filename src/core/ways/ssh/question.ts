import { block } from "../../text/outside.ts";

/** A question of a program on the way. */
export type AskedOnWay =
  /** Asks for a text that nobody may see: a passphrase, a password, a code. */
  | { readonly asks: "secret"; readonly text: string }
  /** Asks whether an unconfirmed host key is the right one. */
  | { readonly asks: "host key"; readonly text: string; readonly host: string; readonly fingerprint: string }
  /** Asks for yes or no. */
  | { readonly asks: "confirm"; readonly text: string }
  /** Asks nothing: the text is shown until it is withdrawn. */
  | { readonly asks: "notice"; readonly text: string };

/** Maximum characters shown of a question. */
const MAX_LENGTH = 1500;

const HOST_KEY =
  /^The authenticity of host '([^'\n]{1,600})' can't be established\.\n[\w-]+ key fingerprint is (SHA256:[A-Za-z0-9+/=]{20,60})\.?\n/;

/** Interprets a question of `ssh`; `hint` is its kind in SSH_ASKPASS_PROMPT. */
export function readQuestion(question: string, hint: string): AskedOnWay {
  const text = block(question.replaceAll("\r", ""), { longest: MAX_LENGTH }).trim();
  if (hint === "none") return { asks: "notice", text };
  if (hint === "confirm") return { asks: "confirm", text };
  if (!/\(yes\/no(\/\[fingerprint\])?\)\?$/.test(text)) return { asks: "secret", text };
  const [, host, fingerprint] = HOST_KEY.exec(text) ?? [];
  // A host key without a fingerprint cannot be compared with anything, so the question is shown as yes or no.
  return host && fingerprint ? { asks: "host key", text, host, fingerprint } : { asks: "confirm", text };
}

/** Returns whether a question has the same answer each time; codes are valid only once. */
export function isLasting(text: string): boolean {
  return /^Enter (passphrase|PIN) for |^[^\s']+'s password:$/.test(text);
}
