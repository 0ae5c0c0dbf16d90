import type { Capability } from "../capability.ts";

/** Methods that can do more than the function that made their value. */
interface ReachingMethods {
  /** The methods count when a source of the bundle imports one of these packages. */
  readonly packages: readonly string[];
  readonly names: ReadonlySet<string>;
  readonly can: Capability;
  /** The type in the standard library that has these methods, when their results lead further. */
  readonly of?: string;
}

const set = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const TEMPLATES = ["text/template", "html/template"];

/** Methods of the standard library that are recognised only by name, because a source does not show their type. */
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

/** Harmless functions of the standard library that have the name of a watched method. */
export const FUNCTIONS: Readonly<Record<string, readonly string[]>> = { Fields: ["bytes", "strings"] };

/**
 * Ways to call methods by a name that no source needs to contain. A template calls methods of its values,
 * including those of another template, which read files.
 */
export const BY_NAME = {
  templates: TEMPLATES,
  reflect: { package: "reflect", names: set("Method MethodByName Methods") },
  /** A pipe in place of the standard output would reveal the nonce of the run's frames to what runs before the SDK. */
  frames: { package: "os", names: set("Pipe") },
} as const;

/** Methods of `kedge.Ctx` in the SDK that matter for trust. */
export const SDK: Readonly<Record<string, Capability>> = {
  Secret: "secrets",
  SecretField: "secrets",
  Query: "queries",
  HTTP: "network",
};

/** Messages of packages for which the general wording of their capabilities says too little. */
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
