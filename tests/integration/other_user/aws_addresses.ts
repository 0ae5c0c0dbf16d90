/**
 * Waits for the answer of a sign-in and serves credentials, as one user; prints what reached them.
 */
import { serveCredentials } from "../../../src/core/aws/container.ts";
import { wrap } from "../../../src/core/aws/credentials/credentials.ts";
import { listenForAnswer } from "../../../src/core/aws/sign_in/callback.ts";

const say = (line: unknown) => console.log(JSON.stringify(line));
const callback = listenForAnswer("planted-state");
const served = serveCredentials(() =>
  Promise.resolve(wrap({ accessKeyId: "AKID", secretAccessKey: "planted-key" }))
);
say({ callback: callback.redirectUri, container: served.address, token: served.token });
say({ code: await callback.code });
callback.finish(null);
