import { AwsV4Signer } from "aws4fetch";
import { unwrap } from "../../aws/credentials/credentials.ts";
import { clockSkew, signatureTime } from "../../aws/wire/clock.ts";
import { endpoint } from "../../aws/wire/endpoint.ts";
import { CatalogueError } from "../error.ts";
import type { CatalogueAddress } from "./address.ts";
import { httpsFile } from "./https.ts";
import type { Snapshot, SourceParts } from "./snapshot.ts";

type S3Address = Extract<CatalogueAddress, { readonly kind: "s3" }>;

/** Reads objects of a bucket with the role in the address; each request is signed. */
export function s3File(address: S3Address, parts: SourceParts): Snapshot {
  const { bucket, prefix, account, role, region } = address;
  return {
    async file(path, most, signal) {
      const credentials = await parts.credentials({ account, role, region }, signal).catch((error) => {
        throw new CatalogueError(
          "password",
          `the bucket ${bucket} cannot be read as ${role || "you"} in ${account}: ${
            (error as Error).message
          }`,
          (error as { readonly hint?: string }).hint ?? "Sign in, then try again.",
        );
      });
      const key = `${prefix}${path}`.split("/").map(encodeURIComponent).join("/");
      const url = `${endpoint("S3", { region })}/${bucket}/${key}`;
      const signed = await new AwsV4Signer({
        method: "GET",
        url,
        region,
        service: "s3",
        datetime: signatureTime(Date.now() + clockSkew()),
        ...unwrap(credentials),
      }).sign();
      const headers = Object.fromEntries(signed.headers);
      return await httpsFile(new URL(url), most, signal, { ...parts, headers, redirects: false })
        .catch((error) => {
          throw error instanceof CatalogueError ? errorOfS3(error, address, path) : error;
        });
    },
  };
}

/** Returns an error in the words of S3, because the advice for a public web address does not help here. */
function errorOfS3(error: CatalogueError, address: S3Address, path: string): CatalogueError {
  const { bucket, prefix, account, role, region } = address;
  const object = `${prefix}${path}`;
  switch (error.code) {
    case "password":
      // S3 hides from whom may not list a bucket that an object is missing.
      return new CatalogueError(
        "password",
        `${role || "you"} in ${account} may not read ${object} of the bucket ${bucket}, or it is not there`,
        "Reading it needs s3:GetObject and s3:ListBucket there.",
      );
    case "redirect":
      // S3 redirects when the bucket is in another region than the one that was asked.
      return new CatalogueError(
        "redirect",
        `the bucket ${bucket} is not in ${region}`,
        "Correct region= in its address.",
      );
    case "missing":
      return new CatalogueError(
        "missing",
        `there is no ${object} in the bucket ${bucket}`,
        "Check the address.",
      );
    default:
      return error;
  }
}
