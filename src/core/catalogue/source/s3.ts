import { AwsV4Signer } from "aws4fetch";
import { unwrap } from "../../aws/credentials/credentials.ts";
import { clockSkew, signatureTime } from "../../aws/wire/clock.ts";
import { endpoint } from "../../aws/wire/endpoint.ts";
import { CatalogueFault } from "../fault.ts";
import type { CatalogueAddress } from "./address.ts";
import { httpsFile } from "./https.ts";
import type { Snapshot, SourceParts } from "./snapshot.ts";

type S3Address = Extract<CatalogueAddress, { readonly kind: "s3" }>;

/** Reads objects of a bucket with the role in the address; each request is signed. */
export function s3File({ bucket, prefix, account, role, region }: S3Address, parts: SourceParts): Snapshot {
  return {
    async file(path, most, signal) {
      const credentials = await parts.credentials({ account, role, region }, signal).catch((error) => {
        throw new CatalogueFault(
          "password",
          `the bucket ${bucket} cannot be read as ${role || "you"} in ${account}: ${
            (error as Error).message
          }`,
          (error as { readonly hint?: string }).hint ?? "Sign in, then try again.",
        );
      });
      const key = `${prefix}${path}`.split("/").map(encodeURIComponent).join("/");
      const url = `${endpoint("S3", { region })}/${bucket}/${key}`;
      const { expiration: _, ...keys } = unwrap(credentials);
      const signed = await new AwsV4Signer({
        method: "GET",
        url,
        region,
        service: "s3",
        datetime: signatureTime(Date.now() + clockSkew()),
        ...keys,
      }).sign();
      const headers = Object.fromEntries(signed.headers);
      return await httpsFile(new URL(url), most, signal, { ...parts, headers, redirects: false });
    },
  };
}
