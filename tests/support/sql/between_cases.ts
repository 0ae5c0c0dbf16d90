import type { Server } from "../../../src/core/config/config.ts";

/** Properties and actions of the attacker in the middle. */
export interface Middle {
  /** Certificate of the attacker; absent when it claims that the server has no TLS. */
  readonly certificate?: "good" | "of another name" | "expired" | "of an unknown authority" | "of its own";
  /** Whether it removes SCRAM-SHA-256-PLUS from the server's offers. */
  readonly strip?: boolean;
  /** Whether it asks for the password itself. */
  readonly ask?: boolean;
}

/** Result of one case. */
export interface Told {
  readonly name: string;
  readonly engine: string;
  readonly kind: string;
  readonly words: string;
  /** Whether Kedge sent the user and the password. */
  readonly user: boolean;
  readonly password: boolean;
  /** Number of bytes meant only for the server that the attacker read. */
  readonly inside: number;
  readonly trouble: string;
}

/** A configured or found server, and the expected result with an attacker in the middle. */
export interface Case {
  readonly name: string;
  readonly engines: readonly ("postgres" | "mysql")[];
  readonly server: { readonly tls: boolean; readonly tlsVerify?: boolean; readonly ca?: boolean } & {
    readonly trust?: "aws";
  } & Pick<Partial<Server>, "allowCleartextPassword">;
  readonly middle: Middle;
  /** Kind of failure, or ok. */
  readonly kind: string;
  readonly says: RegExp;
  /** The most that Kedge may send. */
  readonly sent: "nothing" | "a proof" | "the password";
}

const BOTH = ["postgres", "mysql"] as const;
/** All ways in which the configuration makes Kedge check a certificate. */
const CHECKED = {
  "caFile": { tls: true, ca: true },
  "AWS's authorities": { tls: true, trust: "aws" },
} as const;
const BAD = {
  "of its own": /certificate/,
  "of an unknown authority": /certificate/,
  "of another name": /is for another name: other\.example.*something may stand in between/s,
  expired: /has expired: it was valid until 2021-01-01/,
} as const;

export const CASES: readonly Case[] = [
  ...Object.entries(CHECKED).flatMap(([how, server]): Case[] => [
    // The attack works: nobody could detect an attacker with a valid certificate.
    {
      name: `${how}, a certificate that is vouched for`,
      engines: ["mysql"],
      server,
      middle: { certificate: "good" },
      kind: "ok",
      says: /verified/,
      sent: "a proof",
    },
    ...Object.entries(BAD).map(([certificate, says]): Case => ({
      name: `${how}, a certificate ${certificate}`,
      engines: BOTH,
      server,
      middle: { certificate: certificate as keyof typeof BAD },
      kind: "tls-untrusted",
      says,
      sent: "nothing",
    })),
    {
      name: `${how}, no TLS all of a sudden`,
      engines: BOTH,
      server,
      middle: {},
      kind: "tls-unsupported",
      says: /does not speak TLS.*Nothing was sent.*something may stand in between/,
      sent: "nothing",
    },
  ]),
  {
    name: "the web's authorities, a certificate of its own",
    engines: BOTH,
    server: { tls: true, tlsVerify: true },
    middle: { certificate: "of its own" },
    kind: "tls-untrusted",
    says: /certificate/,
    sent: "nothing",
  },
  {
    name: "a certificate that nobody checks, no TLS all of a sudden",
    engines: BOTH,
    server: { tls: true },
    middle: {},
    kind: "tls-unsupported",
    says: /does not speak TLS.*Nothing was sent.*something may stand in between/,
    sent: "nothing",
  },
  // The proof is bound to the connection, so the server refuses it from the attacker.
  {
    name: "a certificate that is vouched for, and a proof for the server",
    engines: ["postgres"],
    server: { tls: true, ca: true },
    middle: { certificate: "good" },
    kind: "denied",
    says: /SCRAM channel binding.*Something in between opens the connection.*password itself was not sent/,
    sent: "a proof",
  },
  {
    name: "a certificate that nobody checks, and a proof for the server",
    engines: ["postgres"],
    server: { tls: true },
    middle: { certificate: "of its own" },
    kind: "denied",
    says: /SCRAM channel binding.*Something in between opens the connection.*password itself was not sent/,
    sent: "a proof",
  },
  {
    name: "a certificate that nobody checks, without SCRAM-SHA-256-PLUS",
    engines: ["postgres"],
    server: { tls: true },
    middle: { certificate: "of its own", strip: true },
    kind: "denied",
    says: /SCRAM channel binding.*Something in between opens the connection.*password itself was not sent/,
    sent: "a proof",
  },
  {
    name: "no TLS, and the password is asked for",
    engines: BOTH,
    server: { tls: false },
    middle: { certificate: "of its own", ask: true },
    kind: "cleartext",
    says: /"tls": true/,
    sent: "a proof",
  },
  // TLS without verification, as docs/security.md describes it.
  {
    name: "a certificate that nobody checks, and the password is asked for",
    engines: BOTH,
    server: { tls: true },
    middle: { certificate: "of its own", ask: true },
    kind: "any",
    says: /./,
    sent: "the password",
  },
];
