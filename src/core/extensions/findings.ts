import { type Bundle, declaredContext, readGoSource } from "../bundle/mod.ts";
import { kindOf } from "./file_kind.ts";
import type { ReviewFinding } from "../state/state.ts";

type Severity = ReviewFinding["severity"];

/** Imports that reach the system or the network, by path or by its first part, and what they can do. */
const IMPORTS: readonly (readonly [path: string, severity: Severity, does: string])[] = [
  ["os/exec", "danger", "Starts other programs"],
  ["syscall", "danger", "Calls the operating system directly"],
  ["unsafe", "danger", "Reads and writes memory without checks"],
  ["plugin", "danger", "Loads code at run time"],
  ["C", "danger", "Contains C code, which Kedge does not compile"],
  ["runtime/cgo", "danger", "Contains C code, which Kedge does not compile"],
  ["os/user", "caution", "Reads who you are"],
  ["os", "caution", "Reads and changes files and the environment"],
  ["io/ioutil", "caution", "Reads and changes files"],
  ["path/filepath", "info", "Looks through folders"],
  ["embed", "info", "Takes files of the bundle into the program"],
  ["net/http", "caution", "Talks to web servers"],
  ["net/smtp", "caution", "Sends mail"],
  ["net/rpc", "caution", "Talks to other computers"],
  ["net/url", "info", "Reads and makes addresses"],
  ["net/mail", "info", "Reads mail texts"],
  ["net/netip", "info", "Reads network addresses"],
  ["net/textproto", "caution", "Talks to other computers"],
  ["net", "caution", "Talks to other computers"],
  ["crypto/tls", "caution", "Talks to other computers"],
  ["log/syslog", "caution", "Writes to the system's log"],
  ["debug", "info", "Reads programs"],
];

/** Calls of the SDK that matter for trust. */
const CALLS: readonly (readonly [name: string, severity: Severity, does: string])[] = [
  ["Secret", "caution", "Reads secrets of the account"],
  ["SecretField", "caution", "Reads secrets of the account"],
  ["Query", "caution", "Queries your SQL servers"],
  ["HTTP", "caution", "Talks to web servers"],
];

const DIRECTIVES: Readonly<Record<string, readonly [Severity, string]>> = {
  "go:linkname": ["danger", "Reaches into the insides of other packages"],
  "go:generate": ["info", "Names a command for authors; Kedge does not run it"],
  "go:embed": ["info", "Takes files of the bundle into the program"],
  "#cgo": ["danger", "Contains C code, which Kedge does not compile"],
};

/** Characters that make a source read as something else than the compiler reads (CVE-2021-42574). */
const DECEPTIVE = /[\u202a-\u202e\u2066-\u2069]/;
/**
 * Characters that are not seen: formats, fillers that Go takes for letters, tags and variation selectors, of
 * which only the one that belongs to a picture before it is usual.
 */
const INVISIBLE =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028\u2029\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e0fff}]|(?<!\p{Extended_Pictographic}|[#*0-9])[\ufe00-\ufe0f]/u;

/** What a reader should know before trusting the bundle, each with its place; the most serious first. */
export function findingsOf(bundle: Bundle): ReviewFinding[] {
  const findings = [
    ...contextFindings(bundle),
    ...sourceFindings(bundle.files),
    ...binaryFindings(bundle.files),
  ];
  const order: readonly Severity[] = ["danger", "caution", "info"];
  return findings.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

/** Files that nobody can read in a review; an action could start them, or load them as code. */
function binaryFindings(files: ReadonlyMap<string, Uint8Array>): ReviewFinding[] {
  return [...files].filter(([path, bytes]) => kindOf(path, bytes) === "binary").map(([file]) => ({
    severity: "caution",
    message: "Is no text, so that its content cannot be reviewed",
    file,
  }));
}

/** More source than this, in bytes, is not looked through: no honest extension has it, and it would take long. */
const LOOKED_THROUGH = 8 * 1024 * 1024;

/** What the Go sources among the files reach. */
export function sourceFindings(files: ReadonlyMap<string, Uint8Array>): ReviewFinding[] {
  let total = 0;
  return [...files].filter(([file]) => file.endsWith(".go")).flatMap(([file, bytes]) => {
    total += bytes.length;
    return total <= LOOKED_THROUGH ? oneSource(file, new TextDecoder().decode(bytes)) : [{
      severity: "danger",
      message: "Was not looked through: there is more source than anybody reviews",
      file,
    }];
  });
}

function oneSource(file: string, text: string): ReviewFinding[] {
  const source = readGoSource(text);
  const findings: ReviewFinding[] = [];
  for (const { path, escaped, line } of source.imports) {
    if (escaped) findings.push({ severity: "danger", message: `Hides that it imports ${path}`, file, line });
    const known = IMPORTS.find(([name]) => path === name) ??
      IMPORTS.find(([name]) => path.startsWith(`${name}/`));
    if (known) findings.push({ severity: known[1], message: `${known[2]} (${path})`, file, line });
    else if (path.includes(".") && !path.startsWith("bundle/")) {
      findings.push({
        severity: "caution",
        message: `Imports ${path}, which is not part of Go and will not be found`,
        file,
        line,
      });
    }
  }
  for (const [name, severity, does] of CALLS) {
    const line = source.selectors.get(name);
    if (line !== undefined) findings.push({ severity, message: `${does} (k.${name})`, file, line });
  }
  for (const { name, line } of source.directives) {
    const known = DIRECTIVES[name];
    if (known) findings.push({ severity: known[0], message: `${known[1]} (${name})`, file, line });
  }
  for (const [index, line] of text.split("\n").entries()) {
    const deceptive = DECEPTIVE.test(line);
    if (!deceptive && !INVISIBLE.test(index === 0 ? line.replace(/^\ufeff/, "") : line)) continue;
    findings.push({
      severity: deceptive ? "danger" : "caution",
      message: deceptive
        ? "Has characters that reverse how the line reads"
        : "Has characters that are not seen",
      file,
      line: index + 1,
    });
  }
  return findings;
}

/** Which account, role and region the actions run in, from the manifest. */
function contextFindings({ manifest }: Bundle): ReviewFinding[] {
  const contexts = manifest.actions.map((action) => declaredContext(manifest, action));
  const accounts = new Set(
    contexts.filter(({ account }) => account)
      .map(({ account, role, region }) => [account, role, region].filter(Boolean).join(" · ")),
  );
  const file = "manifest.json";
  const findings: ReviewFinding[] = [...accounts].map((account) => ({
    severity: "caution",
    message: `Runs in account ${account}`,
    file,
  }));
  if (contexts.some(({ mode, account }) => mode === "inherit" && !account)) {
    findings.push({ severity: "caution", message: "Runs in an account that you choose", file });
  }
  return findings;
}

/** What findings say that a bundle can do, in words that follow "can". */
function abilities(findings: readonly ReviewFinding[]): string[] {
  const has = (...beginnings: string[]) =>
    findings.some(({ message }) => beginnings.some((beginning) => message.startsWith(beginning)));
  return [
    has("Starts other programs", "Calls the operating system") ? "start other programs" : "",
    has("Reads and changes files") ? "read and change your files" : "",
    has("Talks to", "Sends mail") ? "use the network" : "",
    has("Reads secrets") ? "read secrets of its account" : "",
    has("Queries your") ? "query your servers" : "",
    has("Reads and writes memory", "Reaches into the insides", "Loads code")
      ? "get around the safety of Go"
      : "",
  ].filter(Boolean);
}

/**
 * One sentence in plain words on what the bundle can do on the machine; of an update, what it newly
 * can. `before` are the findings of the version that is trusted.
 */
export function summaryOf(
  findings: readonly ReviewFinding[],
  account: boolean,
  before: readonly ReviewFinding[] | null,
): string {
  const can = abilities(findings);
  const known = before && abilities(before);
  const news = known ? can.filter((ability) => !known.includes(ability)) : [];
  if (news.length > 0) {
    const old = can.filter((ability) => !news.includes(ability));
    return `This version newly can ${listed(news)}.${
      old.length > 0 ? ` As before it can ${listed(old)}.` : ""
    }`;
  }
  const where = account ? "It works in a cloud account" : "It needs no account";
  const as = known ? ", as before" : "";
  return can.length === 0
    ? `${where} and does not reach beyond its own dialogs, as far as its imports show.`
    : `${where} and can ${listed(can)}${as}.`;
}

function listed(words: readonly string[]): string {
  return words.join(", ").replace(/, ([^,]*)$/, " and $1");
}
