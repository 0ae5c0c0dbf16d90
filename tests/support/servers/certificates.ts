import { join } from "node:path";
import { exec } from "./server.ts";
import { removeFolder } from "../remove_folder.ts";

/** A certificate authority of a test, which issues certificates for any time and name. */
export interface Authority {
  /** The authority's own certificate as PEM. */
  readonly certificate: string;
  /** Returns a certificate as PEM for the key in a file; dates have the form `20200101`. */
  issue(
    key: string,
    parts: { subject?: string; names?: string; from?: string; to?: string },
  ): Promise<string>;
  close(): Promise<void>;
}

/**
 * Creates an authority. By default `issue` certifies the subject `server`, localhost and 127.0.0.1, from 2020
 * to 2050.
 */
export async function makeAuthority(): Promise<Authority> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-authority-" });
  const [key, certificate, settings] = ["ca.key", "ca.pem", "ca.cnf"].map((name) => join(folder, name));
  await exec([
    ...["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
    ...["-days", "9000", "-subj", "/CN=Authority", "-keyout", key!, "-out", certificate!],
  ]);
  await Deno.writeTextFile(join(folder, "index.txt"), "");
  await Deno.writeTextFile(
    settings!,
    `[ca]\ndefault_ca=own\n[own]\ndatabase=${folder}/index.txt\nnew_certs_dir=${folder}\nrand_serial=yes\n` +
      "default_md=sha256\npolicy=any\nunique_subject=no\n[any]\ncommonName=supplied\n",
  );
  return {
    certificate: await Deno.readTextFile(certificate!),
    async issue(
      file,
      { subject = "server", names = "DNS:localhost,IP:127.0.0.1", from = "20200101", to = "20500101" },
    ) {
      const [request, more, made] = ["request", "more", "made"].map((name) => join(folder, name));
      await exec(["openssl", "req", "-new", "-key", file, "-subj", `/CN=${subject}`, "-out", request!]);
      await Deno.writeTextFile(more!, `subjectAltName=${names}\nbasicConstraints=CA:FALSE\n`);
      await exec([
        ...["openssl", "ca", "-batch", "-notext", "-config", settings!],
        ...["-cert", certificate!, "-keyfile", key!],
        ...["-in", request!, "-out", made!, "-extfile", more!],
        ...["-startdate", `${from}000000Z`, "-enddate", `${to}000000Z`],
      ]);
      return await Deno.readTextFile(made!);
    },
    close: () => removeFolder(folder),
  };
}
