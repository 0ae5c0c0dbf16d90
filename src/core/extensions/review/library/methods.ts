import type { Capability } from "../capability.ts";

/** Methods that reach further than the function that made their value. */
interface ReachingMethods {
  /** They count once a source of the bundle imports one of these. */
  readonly packages: readonly string[];
  readonly names: ReadonlySet<string>;
  readonly can: Capability;
  /** The type of the standard library whose methods these are, where their results are what leads further. */
  readonly of?: string;
}

const set = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const TEMPLATES = ["text/template", "html/template"];

/** Methods of the standard library of which the name is all that a source shows. */
export const METHODS: readonly ReachingMethods[] = [
  { packages: TEMPLATES, names: set("ParseFS ParseFiles ParseGlob"), can: "read" },
  {
    packages: ["reflect"],
    names: set(
      "Elem Field FieldByIndex FieldByName FieldByNameFunc Fields In Ins Key Method MethodByName Methods Out Outs",
    ),
    can: "memory",
    of: "reflect.Type",
  },
  { packages: ["database/sql"], names: set("ScanType"), can: "memory", of: "database/sql.ColumnType" },
  { packages: ["encoding/gob"], names: set("DecodeValue"), can: "memory", of: "encoding/gob.Decoder" },
  { packages: ["encoding/gob"], names: set("EncodeValue"), can: "memory", of: "encoding/gob.Encoder" },
];

/** Functions of the standard library that are called as watched methods are, and harmless. */
export const FUNCTIONS: Readonly<Record<string, readonly string[]>> = { Fields: ["bytes", "strings"] };

/**
 * What calls methods by a name that no source need show. A template calls those of the values it is given, also
 * of a template, which reads files.
 */
export const BY_NAME = {
  templates: TEMPLATES,
  reflect: { package: "reflect", names: set("Method MethodByName Methods") },
  /** In the place of the standard output a pipe shows the mark of the run's frames, from before the SDK has begun. */
  frames: { package: "os", names: set("Pipe") },
} as const;

/** Methods of the SDK, of `kedge.Ctx`, that matter for trust. */
export const SDK: Readonly<Record<string, Capability>> = {
  Secret: "secrets",
  SecretField: "secrets",
  Query: "queries",
  HTTP: "network",
};

/** Words for a finding where a package's own say more than those of what it can do. */
export const SAYS: Readonly<Record<string, string>> = {
  "archive/tar": "Looks up the names of users",
  "crypto/x509": "Reads the system's certificates",
  "go/build": "Starts the Go tool",
  "go/importer": "Starts the Go tool",
  "log/syslog": "Writes to the system's log",
  "net/http": "Talks to web servers",
  "net/http/cgi": "Starts programs for web requests",
  "net/http/fcgi": "Talks to web servers",
  "net/http/httptest": "Talks to web servers",
  "net/http/httputil": "Talks to web servers",
  "net/http/pprof": "Shows itself to web browsers",
  "expvar": "Shows itself to web browsers",
  "net/smtp": "Sends mail",
  "plugin": "Loads code at run time",
  "k.HTTP": "Talks to web servers",
};
