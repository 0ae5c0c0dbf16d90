import type { ReviewFinding } from "../../state/state.ts";

/** An ability of code beyond computing and the action's own dialogs. */
export type Capability =
  | "anything"
  | "programs"
  | "processes"
  | "system"
  | "memory"
  | "read"
  | "write"
  | "network"
  | "environment"
  | "identity"
  | "settings"
  | "secrets"
  | "queries";

/** The wording for a capability. */
interface Telling {
  readonly severity: ReviewFinding["severity"];
  /** Follows "can" in the sentence that sums up a bundle. */
  readonly ability: string;
  /** The start of a finding's message. */
  readonly does: string;
}

/** The wording of each capability, in the order of the summary. */
export const CAPABILITIES: Readonly<Record<Capability, Telling>> = {
  anything: { severity: "danger", ability: "do anything that you can do", does: "Can do anything" },
  programs: { severity: "danger", ability: "start other programs", does: "Starts other programs" },
  processes: { severity: "danger", ability: "end other programs", does: "Ends other programs" },
  system: {
    severity: "danger",
    ability: "call the operating system directly",
    does: "Calls the operating system directly",
  },
  memory: {
    severity: "danger",
    ability: "get around the safety of Go",
    does: "Reads and writes memory without checks",
  },
  read: { severity: "caution", ability: "read your files", does: "Reads files" },
  write: { severity: "caution", ability: "change your files", does: "Changes files" },
  network: {
    severity: "caution",
    ability: "use the network",
    does: "Talks to other computers, and to programs of this one",
  },
  environment: {
    severity: "caution",
    ability: "read environment variables",
    does: "Reads environment variables",
  },
  identity: { severity: "info", ability: "learn who you are", does: "Learns who you are" },
  settings: {
    severity: "info",
    ability: "read settings of this system",
    does: "Reads settings of this system",
  },
  secrets: {
    severity: "caution",
    ability: "read secrets of its account",
    does: "Reads secrets of the account",
  },
  queries: { severity: "caution", ability: "query your servers", does: "Queries your SQL servers" },
};

const ORDER = Object.keys(CAPABILITIES) as Capability[];

/** Returns the abilities after "can", each once, with reading and changing files as one; empty for none. */
export function abilitiesOf(capabilities: ReadonlySet<Capability>): string[] {
  // An action that can do anything needs no list.
  if (capabilities.has("anything")) return [CAPABILITIES.anything.ability];
  const both = capabilities.has("read") && capabilities.has("write");
  return ORDER.filter((one) => capabilities.has(one) && !(both && one === "write"))
    .map((one) => both && one === "read" ? "read and change your files" : CAPABILITIES[one].ability);
}

/** Returns the start of a finding about these capabilities. */
export function doesOf(capabilities: readonly Capability[]): string {
  if (capabilities.includes("read") && capabilities.includes("write")) return "Reads and changes files";
  return CAPABILITIES[capabilities[0]!].does;
}

/** Returns the capabilities in their order, grouped by finding: reading and changing files share one. */
export function groupsOf(capabilities: ReadonlySet<Capability>): Capability[][] {
  const files = ORDER.filter((one) => (one === "read" || one === "write") && capabilities.has(one));
  return ORDER.filter((one) => capabilities.has(one)).flatMap((one) =>
    one === "read" || one === "write" ? (one === files[0] ? [files] : []) : [[one]]
  );
}
