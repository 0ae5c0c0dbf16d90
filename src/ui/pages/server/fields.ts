import type { InputField, ServerState } from "../../../core/state/state.ts";
import { inputField } from "../../system/field.tsx";
import { checkForm } from "../../../core/actions/validate.ts";

const ports: Readonly<Record<string, string>> = { postgres: "5432", mysql: "3306", redshift: "5439" };
const databases: Readonly<Record<string, string>> = { postgres: "postgres", redshift: "dev" };

/** The texts of a server's form. */
export type ServerValues = Readonly<Record<string, string>>;

/** The form's texts for a server, or for a new one. */
export function startServer(server: ServerState | null): ServerValues {
  return {
    name: server?.name ?? "",
    engine: server?.engine ?? "postgres",
    host: server?.host ?? "",
    port: server ? String(server.port) : "",
    database: server?.database ?? "",
    tls: String(server?.tls ?? false),
  };
}

/** The fields, with what each falls back to for the chosen engine. */
export function serverFields({ engine = "postgres" }: ServerValues): InputField[] {
  return [
    inputField({ key: "name", label: "Name", required: true }),
    inputField({
      key: "engine",
      kind: "select",
      label: "Engine",
      options: [
        { value: "postgres", label: "PostgreSQL" },
        { value: "mysql", label: "MySQL" },
        { value: "redshift", label: "Redshift" },
      ],
    }),
    inputField({ key: "host", label: "Host", placeholder: "localhost", required: true }),
    inputField({
      key: "port",
      kind: "number",
      label: "Port",
      placeholder: ports[engine] ?? "",
      min: 1,
      max: 65_535,
    }),
    inputField({
      key: "database",
      label: "Database",
      placeholder: databases[engine] ?? "",
      required: engine === "mysql",
    }),
    inputField({
      key: "tls",
      kind: "checkbox",
      label: "Connect with TLS",
      help: "The certificate is not verified.",
    }),
  ];
}

/** What keeps the form from being saved, by key. */
export function serverProblems(
  values: ServerValues,
  names: readonly string[],
  own: string | undefined,
): Record<string, string> {
  const problems = checkForm(serverFields(values), values);
  const name = (values.name ?? "").trim();
  if (name !== own && names.includes(name)) problems.name = `There is a server “${name}” already.`;
  if (problems.port === undefined && !/^\d*$/.test((values.port ?? "").trim())) {
    problems.port = "A port is a whole number.";
  }
  return problems;
}

/** What the file's entry has beyond the fields of the form: it stays. */
export function foreignKeys(entry: Readonly<Record<string, unknown>> | undefined): Record<string, never> {
  const known = new Set(["name", "engine", "host", "port", "database", "tls"]);
  const foreign = Object.entries(entry ?? {}).filter(([key]) => !known.has(key));
  return structuredClone(Object.fromEntries(foreign)) as Record<string, never>;
}

/** The entry of config.json. An empty port is the engine's own. */
export function serverValue(values: ServerValues): Record<string, string | number | boolean> {
  const text = (key: string) => (values[key] ?? "").trim();
  const engine = text("engine");
  return {
    name: text("name"),
    engine,
    host: text("host"),
    port: Number(text("port") === "" ? ports[engine] : text("port")),
    ...(text("database") !== "" && { database: text("database") }),
    ...(values.tls === "true" && { tls: true }),
  };
}
