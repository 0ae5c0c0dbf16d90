import { ownProperty } from "../own_property.ts";
import type { Message } from "./message.ts";
import { dictionary, parseSignature, type Type, type Value, Variant } from "./value.ts";

/** An interface of a served object. */
export interface Served {
  readonly name: string;
  readonly properties?: Readonly<Record<string, Property>>;
  readonly methods?: Readonly<Record<string, Method>>;
  /** Signatures by name. */
  readonly signals?: Readonly<Record<string, string>>;
}

/** A property that others can read. */
interface Property {
  readonly signature: string;
  readonly get: () => Value;
}

/** A method that others can call; `caller` is their unique name. Its errors are sent back to the caller. */
interface Method {
  readonly input: string;
  readonly output: string;
  readonly call: (args: readonly Value[], caller: string) => readonly Value[] | Promise<readonly Value[]>;
}

type Answer =
  | { readonly signature: string; readonly body: readonly Value[] }
  | { readonly errorName: string; readonly text: string };

const ERROR = "org.freedesktop.DBus.Error.";

/** Answers a call from the served objects and the standard interfaces. Never throws. */
export async function answer(
  message: Message,
  objects: ReadonlyMap<string, readonly Served[]>,
): Promise<Answer> {
  const path = message.path ?? "", member = message.member ?? "";
  const signature = message.signature ?? "", body = message.body ?? [];
  const served = objects.get(path);
  const standard = STANDARD[`${message.interface}.${member}`];
  try {
    if (standard) {
      if (standard.input !== signature) return wrongArguments(member, standard.input, signature);
      return standard.answer(served ?? [], body, path, objects);
    }
    if (!served) return { errorName: `${ERROR}UnknownObject`, text: `there is no object ${path}` };
    const interfaceName = served.find((candidate) =>
      message.interface === undefined ? candidate.methods?.[member] : candidate.name === message.interface
    );
    const method = ownProperty(interfaceName?.methods ?? {}, member);
    if (!method) return { errorName: `${ERROR}UnknownMethod`, text: `there is no method ${member}` };
    if (method.input !== signature) return wrongArguments(member, method.input, signature);
    return { signature: method.output, body: await method.call(body, message.sender ?? "") };
  } catch (error) {
    return { errorName: `${ERROR}Failed`, text: error instanceof Error ? error.message : String(error) };
  }
}

interface Standard {
  readonly input: string;
  readonly answer: (
    served: readonly Served[],
    body: readonly Value[],
    path: string,
    objects: ReadonlyMap<string, readonly Served[]>,
  ) => Answer;
}

const PROPERTIES = "org.freedesktop.DBus.Properties";

const STANDARD: Readonly<Record<string, Standard>> = {
  "org.freedesktop.DBus.Peer.Ping": { input: "", answer: () => ({ signature: "", body: [] }) },
  "org.freedesktop.DBus.Introspectable.Introspect": {
    input: "",
    answer: (served, _body, path, objects) => ({
      signature: "s",
      body: [introspection(served, path, objects)],
    }),
  },
  [`${PROPERTIES}.Get`]: {
    input: "ss",
    answer: (served, [interfaceName, name]) => {
      const { properties = {} } = served.find((candidate) => candidate.name === interfaceName) ?? {};
      const property = ownProperty(properties, String(name));
      if (!property) return { errorName: `${ERROR}UnknownProperty`, text: `there is no property ${name}` };
      return { signature: "v", body: [new Variant(property.signature, property.get())] };
    },
  },
  [`${PROPERTIES}.GetAll`]: {
    input: "s",
    answer: (served, [interfaceName]) => {
      const properties = served.find((candidate) => candidate.name === interfaceName)?.properties ?? {};
      const values = Object.entries(properties).map(([name, { signature, get }]) =>
        [name, new Variant(signature, get())] as const
      );
      return { signature: "a{sv}", body: [dictionary(Object.fromEntries(values))] };
    },
  },
  [`${PROPERTIES}.Set`]: {
    input: "ssv",
    answer: (_served, [, name]) => ({
      errorName: `${ERROR}PropertyReadOnly`,
      text: `${name} cannot be set`,
    }),
  },
};

function wrongArguments(member: string, wanted: string, got: string): Answer {
  return { errorName: `${ERROR}InvalidArgs`, text: `${member} takes "${wanted}", not "${got}"` };
}

/** Returns the interfaces at a path and the served paths below it, in the bus's XML. */
function introspection(
  served: readonly Served[],
  path: string,
  objects: ReadonlyMap<string, readonly Served[]>,
): string {
  const interfaces = served.map(({ name, properties = {}, methods = {}, signals = {} }) => {
    const members = [
      ...Object.entries(methods).map(([method, { input, output }]) =>
        `<method name="${method}">${args(input, ' direction="in"')}${
          args(output, ' direction="out"')
        }</method>`
      ),
      ...Object.entries(properties).map(([property, { signature }]) =>
        `<property name="${property}" type="${signature}" access="read"/>`
      ),
      ...Object.entries(signals).map(([signal, signature]) =>
        `<signal name="${signal}">${args(signature)}</signal>`
      ),
    ];
    return `<interface name="${name}">${members.join("")}</interface>`;
  });
  const prefix = path === "/" ? "/" : `${path}/`;
  const below = [...objects.keys()].filter((key) => key !== path && key.startsWith(prefix));
  const nodes = new Set(below.map((key) => key.slice(prefix.length).split("/")[0]));
  return `<node>${interfaces.join("")}${[...nodes].map((node) => `<node name="${node}"/>`).join("")}</node>`;
}

function args(signature: string, more = ""): string {
  return parseSignature(signature).map((type) => `<arg type="${typeText(type)}"${more}/>`).join("");
}

/** Returns a type as signatures write it. */
function typeText({ code, inner }: Type): string {
  const end = code === "(" ? ")" : code === "{" ? "}" : "";
  return code + inner.map(typeText).join("") + end;
}
