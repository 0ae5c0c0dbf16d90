import { join } from "node:path";
import { fieldOf } from "../files.ts";
import { type Draft, type Found, foundServers, tlsOf, viaOf } from "../found.ts";
import { rowsOf } from "../sqlite.ts";
import type { Source } from "./source.ts";

/**
 * Saved connections of Beekeeper Studio: table `saved_connection` of its `app.db`. It encrypts passwords with
 * a key of its own.
 */
export const beekeeper: Source = {
  title: "Beekeeper Studio",
  files: ({ config, home }) => [
    join(config, "beekeeper-studio/app.db"),
    join(home, "snap/beekeeper-studio/current/.config/beekeeper-studio/app.db"),
    join(home, ".var/app/io.beekeeperstudio.Studio/config/beekeeper-studio/app.db"),
  ],
  async read(path) {
    const rows = await rowsOf(path, "saved_connection");
    return rows && parseBeekeeper(rows);
  },
};

/** Returns the connections in the rows of the table. */
export function parseBeekeeper(rows: readonly Readonly<Record<string, unknown>>[]): Found {
  return foundServers(
    rows.map((row): Draft => {
      const of = (name: string) => fieldOf(row, name);
      const on = (name: string) => of(name) === "1" || of(name) === "true";
      const bastion = {
        host: of("sshBastionHost"),
        port: of("sshBastionHostPort"),
        // Its older versions have one user for both servers.
        user: of("sshBastionUsername" in row ? "sshBastionUsername" : "sshUsername"),
      };
      const files = { caFile: of("sslCaFile"), certFile: of("sslCertFile"), keyFile: of("sslKeyFile") };
      // It checks certificates only with such files, although the switch is on by default.
      const verifies = !/^(0|false)$/.test(of("sslRejectUnauthorized") ?? "") &&
        Object.values(files).some(Boolean);
      return {
        name: of("name") ?? "",
        product: of("connectionType") ?? "",
        host: on("socketPathEnabled") ? of("socketPath") : of("host"),
        port: of("port"),
        database: of("defaultDatabase"),
        url: of("uri"),
        user: of("username"),
        ...(on("sshEnabled") && {
          via: viaOf([
            ...(of("sshBastionHost") ? [bastion] : []),
            { host: of("sshHost"), port: of("sshPort"), user: of("sshUsername") },
          ]),
        }),
        ...(on("ssl") && { ...tlsOf(verifies ? "verify-full" : "require"), ...files, unchecked: !verifies }),
      };
    }),
    ["Beekeeper Studio encrypts its passwords with a key of its own, so they are asked for once"],
  );
}
