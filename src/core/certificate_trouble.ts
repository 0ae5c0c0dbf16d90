/** What is wrong with the certificate of a web host, as the end of a sentence, and what helps. */
interface CertificateTrouble {
  readonly is: string;
  readonly hint: string;
  /** Set when this computer's clock may be the reason. */
  readonly clock?: true;
}

/** Returns the trouble with a certificate in the runtime's message; null when the message is about something else. */
export function certificateTrouble(message: string): CertificateTrouble | null {
  if (!/certificate/i.test(message)) return null;
  if (/expired/i.test(message)) {
    return {
      is: "has expired",
      hint:
        "Set this computer's clock if it is wrong; else whoever runs the host must renew the certificate.",
      clock: true,
    };
  }
  if (/not ?valid ?yet/i.test(message)) {
    return {
      is: "is not valid yet",
      hint: "Set this computer's clock if it is wrong; else wait.",
      clock: true,
    };
  }
  if (/not ?valid ?for ?name/i.test(message)) {
    return {
      is: "is for another name",
      hint: "Something may stand in between, such as a portal of this network. Check the address.",
    };
  }
  return {
    is: "is not trusted",
    hint: "Where a proxy opens connections, set DENO_TLS_CA_STORE=system or DENO_CERT to its certificate.",
  };
}

/** Returns the runtime's message about an unanswered request without the address, which may contain any text. */
export function unansweredWords(error: unknown, address: string): string {
  // The message of fetch only says that it failed.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.replace(/^error sending request for url \(\S*\): /, "").replaceAll(address, "");
}
