import { parseXml, type XmlElement } from "@rgrove/parse-xml";
import { dirname, join } from "node:path";
import { acceptsAny, modeOf, NO_TLS } from "../../sql/engines/mod.ts";
import { textOf, unreadable } from "../files.ts";
import {
  type Draft,
  driverTls,
  filesOf,
  type Found,
  foundServers,
  type Hop,
  libpqTls,
  type TlsFiles,
  viaOf,
} from "../found.ts";
import { elementsIn, ownText } from "../xml.ts";
import type { Source } from "./source.ts";

/** The property of a data source whose host is reached by a forwarded port of Kubernetes. */
const FORWARDED = "com.intellij.clouds.kubernetes.db.enabled";

/**
 * Data sources of DataGrip and other JetBrains programs: `dataSources.xml` of a project, with users, TLS and
 * tunnels from `dataSources.local.xml` beside it. Passwords are in the program's own store.
 */
export const datagrip: Source = {
  title: "DataGrip",
  async files({ config, home }) {
    const found: string[] = [];
    for (const folder of [join(config, "JetBrains"), join(home, "Library/Application Support/JetBrains")]) {
      for (
        const product of (await names(folder)).filter((name) => name.startsWith("DataGrip")).sort().reverse()
      ) {
        for (const project of await names(join(folder, product, "projects"))) {
          found.push(join(folder, product, "projects", project, ".idea/dataSources.xml"));
        }
      }
    }
    for (const project of await names(join(home, "DataGripProjects"))) {
      found.push(join(home, "DataGripProjects", project, ".idea/dataSources.xml"));
    }
    return found;
  },
  async read(path) {
    const text = await textOf(path);
    if (text === null) return null;
    const beside = async (name: string) => await textOf(join(dirname(path), name)) ?? "<none/>";
    const [local, tunnels] = await Promise.all([beside("dataSources.local.xml"), beside("sshConfigs.xml")]);
    return parseDatagrip(text, local, tunnels, path);
  },
};

async function names(folder: string): Promise<string[]> {
  const found: string[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) if (found.length < 100) found.push(name);
  } catch {
    // Users without the program do not have its folder.
  }
  return found;
}

/**
 * Returns the data sources in three documents: servers, user names, and SSH servers. Throws an ImportError
 * that names the file.
 */
export function parseDatagrip(sources: string, local: string, tunnels: string, path: string): Found {
  const known = named(elements(local, path), "data-source", "uuid");
  const ssh = named(elements(tunnels, path), "sshConfig", "id");
  const drafts = elements(sources, path).filter(({ name }) => name === "data-source").map((one): Draft => {
    const more = known.get(one.attributes.uuid ?? "");
    const properties = (group: string) => [one, more].flatMap((source) => propertiesOf(source, group));
    const settings = properties("driver-properties");
    const mode = modeOf(settings);
    const forwarded = properties("jdbc-additional-properties")
      .some(([name, value]) => name === FORWARDED && value === "true");
    return {
      name: one.attributes.name ?? "",
      product: childText(one, "driver-ref"),
      url: childText(one, "jdbc-url"),
      user: (more && childText(more, "user-name")) || undefined,
      ...driverTls(mode),
      unchecked: acceptsAny(mode),
      ...sslOf(more && child(more, "ssl-config") ? more : one, filesOf(settings)),
      ...(forwarded ? { via: null } : tunnelOf(more && child(more, "ssh-properties") ? more : one, ssh)),
    };
  });
  return foundServers(drafts, ["DataGrip keeps passwords in a store of its own, so they are asked for once"]);
}

/**
 * Returns elements of a name by one of their attributes, for fast access because a file may have a hundred
 * thousand of them.
 */
function named(all: readonly XmlElement[], name: string, attribute: string): Map<string, XmlElement> {
  const found = new Map<string, XmlElement>();
  for (const one of all) {
    const key = one.attributes[attribute];
    if (one.name === name && key !== undefined && !found.has(key)) found.set(key, one);
  }
  return found;
}

function tunnelOf(source: XmlElement, configurations: ReadonlyMap<string, XmlElement>): Pick<Draft, "via"> {
  const properties = child(source, "ssh-properties");
  if (!properties || childText(properties, "enabled") !== "true") return {};
  const id = childText(properties, "ssh-config-id");
  const known = configurations.get(id)?.attributes;
  const hop: Hop = known ? { host: known.host, port: known.port, user: known.username } : {
    host: childText(properties, "proxy-host"),
    port: childText(properties, "proxy-port"),
    user: childText(properties, "user"),
  };
  return { via: viaOf([hop]) };
}

/** Returns the fields of an entry for what the SSL tab of a data source says. `driver` are the driver's files. */
function sslOf(source: XmlElement, driver: TlsFiles): Partial<Draft> {
  const ssl = child(source, "ssl-config");
  if (!ssl || childText(ssl, "enabled") !== "true") return driver;
  // JetBrains programs write a word instead of the user's folder. An entry can have `~` for it.
  const file = (name: string) => childText(ssl, name).replace(/^\$USER_HOME\$(?=[/\\])/, "~");
  const mode = childText(ssl, "mode");
  const files = {
    caFile: file("ca-cert") || driver.caFile,
    certFile: file("client-cert") || driver.certFile,
    keyFile: file("client-key") || driver.keyFile,
  };
  return {
    ...libpqTls(mode || "require", files),
    ...(mode && { unchecked: acceptsAny(mode) || NO_TLS.test(mode) }),
  };
}

/** Returns the names and values of properties in a group of a data source. */
function propertiesOf(source: XmlElement | undefined, group: string): (readonly [string, string])[] {
  const listed = source && child(source, group);
  return (listed ? elementsIn(listed) : []).filter(({ name }) => name === "property")
    .map(({ attributes }) => [attributes.name ?? "", attributes.value ?? ""] as const);
}

/** Returns every element of a document, in its order. */
function elements(text: string, path: string): XmlElement[] {
  const all: XmlElement[] = [];
  const walk = (element: XmlElement) => {
    all.push(element);
    for (const one of elementsIn(element)) walk(one);
  };
  try {
    const { root } = parseXml(text.replace(/^\ufeff/, ""));
    if (root) walk(root);
  } catch {
    throw unreadable(path, "it is no XML");
  }
  return all;
}

function child(element: XmlElement, name: string): XmlElement | undefined {
  return elementsIn(element).find((one) => one.name === name);
}

function childText(element: XmlElement, name: string): string {
  const one = child(element, name);
  return one ? ownText(one).trim() : "";
}
