/** What is wrong with the certificate of a host of the web, as the end of a sentence, and what helps. */
interface CertificateTrouble {
  readonly is: string;
  readonly hint: string;
  /** This computer's clock may be the reason. */
  readonly clock?: true;
}

/** What the runtime's words say of a certificate; null when they are about something else. */
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

/** The runtime's message about a request without an answer, without its address, in which any word may stand. */
export function unansweredWords(error: unknown, address: string): string {
  // The message of fetch says only that it failed.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.replace(/^error sending request for url \(\S*\): /, "").replaceAll(address, "");
}
