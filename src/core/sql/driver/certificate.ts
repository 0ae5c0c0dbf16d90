import type { PeerCertificate } from "node:tls";
import { DriverError } from "./errors.ts";

/**
 * Returns what is wrong with a server's certificate at the time `now` (ms since 1970); null when only a
 * trusted authority's signature is missing.
 */
export function certificateError(certificate: Partial<PeerCertificate>, now: number): DriverError | null {
  const from = Date.parse(certificate.valid_from ?? ""), to = Date.parse(certificate.valid_to ?? "");
  if (to < now) return new DriverError("TLS_EXPIRED", day(to));
  return from > now ? new DriverError("TLS_NOT_YET", day(from)) : null;
}

/** Returns the error of a certificate that is for other names than the server's. */
export function otherName({ subjectaltname = "" }: Partial<PeerCertificate>): DriverError {
  return new DriverError("TLS_OTHER_NAME", subjectaltname.replace(/\b(DNS|IP Address):/g, "").slice(0, 200));
}

const day = (time: number) => new Date(time).toISOString().slice(0, 10);
