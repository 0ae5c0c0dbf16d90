import { parseXml, type XmlElement } from "@rgrove/parse-xml";
import { join } from "node:path";
import { bytesOf, fieldOf, unreadable, within } from "../files.ts";
import { type Draft, type Found, foundServers, tlsOf, viaOf } from "../found.ts";
import { elementsIn, ownText } from "../xml.ts";
import type { Source } from "./source.ts";

/** Values of TLSMode, by its number. */
const TLS = ["prefer", "disable", "require", "verify-ca", "verify-full"];

/** Connections of TablePlus: `Connections.plist`. It keeps passwords in its own items of the keychain. */
export const tableplus: Source = {
  title: "TablePlus",
  files: ({ data, config, home }) =>
    [
      join(home, "Library/Application Support/com.tinyapp.TablePlus/Data"),
      join(home, "Library/Application Support/com.tinyapp.TablePlus-setapp/Data"),
      join(config, "com.tinyapp.TablePlus/Data"),
      join(data, "com.tinyapp.TablePlus/Data"),
    ].map((folder) => join(folder, "Connections.plist")),
  async read(path) {
    const bytes = await bytesOf(path);
    if (bytes === null) return null;
    if (/^bplist/.test(new TextDecoder("latin1").decode(bytes.subarray(0, 6)))) {
      throw unreadable(
        path,
        `it is a binary list; on a Mac, plutil -convert xml1 -o FILE ${quoted(path)} makes a text of it`,
      );
    }
    if (path.endsWith(".tableplusconnection")) throw unreadable(path, "TablePlus seals what it exports");
    return parseTableplus(new TextDecoder().decode(bytes), path);
  },
};

/** Quotes a path for a shell on macOS. */
const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`;

/** Returns the connections in a property list. Throws an ImportError that names the file. */
export function parseTableplus(text: string, path: string): Found {
  let list: unknown;
  try {
    const { root } = parseXml(text.replace(/^\ufeff/, ""));
    const [first] = root ? elementsIn(root) : [];
    list = first && valueOf(first);
  } catch {
    throw unreadable(path, "it is no property list");
  }
  if (!Array.isArray(list)) throw unreadable(path, "it is no list of connections");
  return foundServers(
    list.map((one): Draft => {
      const of = (name: string) => fieldOf(one, name);
      const on = (name: string) => /^(1|true)$/.test(of(name) ?? "");
      return {
        name: of("ConnectionName") ?? "",
        product: of("Driver") ?? "",
        host: of("DatabaseHost"),
        port: of("DatabasePort"),
        database: of("DatabaseName"),
        user: of("DatabaseUser"),
        ...tlsOf(TLS[Number(of("tLSMode") ?? 0)]),
        ...(on("isOverSSH") && {
          via: viaOf([{ host: of("ServerAddress"), port: of("ServerPort"), user: of("ServerUser") }]),
        }),
      };
    }),
    [
      "TablePlus keeps its passwords in the keychain under its own name, so they are asked for once",
      ...(list.some(hasFiles) ? [FILES_LEFT] : []),
    ],
  );
}

/** Its list of files does not say which of them is the authority, the certificate or the key. */
const FILES_LEFT = "TablePlus's certificate files are left out: name them again in Settings → Servers";

/** Whether a connection has certificate files. */
function hasFiles(one: unknown): boolean {
  const paths = within(one, "TlsKeyPaths");
  return Array.isArray(paths) && paths.some((path) => typeof path === "string" && path !== "");
}

/** Returns the value of an element in a property list, without dates and data. */
function valueOf(element: XmlElement): unknown {
  switch (element.name) {
    case "array":
      return elementsIn(element).map(valueOf);
    case "dict": {
      const entries: [string, unknown][] = [];
      const children = elementsIn(element);
      for (let at = 0; at + 1 < children.length; at += 2) {
        if (children[at]!.name === "key") entries.push([ownText(children[at]!), valueOf(children[at + 1]!)]);
      }
      return Object.fromEntries(entries);
    }
    case "true":
    case "false":
      return element.name === "true";
    case "integer":
    case "real":
    case "string":
      return ownText(element);
    default:
      return undefined;
  }
}
