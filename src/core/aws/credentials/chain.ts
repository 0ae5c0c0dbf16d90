import { lazyImport } from "../../lazy_import.ts";
import { type AwsCredentials, wrap } from "./credentials.ts";
import { filesAreHidden } from "../profiles/files.ts";
import type { AwsProfiles } from "../profiles/profiles.ts";
import { environmentRegion } from "../wire/endpoint.ts";
import { portalProfile, profileCredentials, type Surroundings, withToken } from "./profile.ts";

/** Source of credentials in the standard chain, with a label for the user. */
export type ChainLink =
  | { readonly kind: "profile"; readonly profile: string; readonly label: string }
  | { readonly kind: "keys" | "token" | "machine"; readonly label: string };

/**
 * Returns the first source of the standard chain that is present: `AWS_PROFILE`, keys of the environment, the
 * default profile, a web identity token, else the credentials of the machine, which only a request can find.
 */
export async function chainLink(
  { env, profiles }: Pick<Surroundings, "env" | "profiles">,
): Promise<ChainLink> {
  const profile = env("AWS_PROFILE") ?? env("AWS_DEFAULT_PROFILE");
  if (profile) return { kind: "profile", profile, label: `AWS profile ${profile}` };
  if (env("AWS_ACCESS_KEY_ID") && env("AWS_SECRET_ACCESS_KEY")) {
    return { kind: "keys", label: "AWS_ACCESS_KEY_ID of the environment" };
  }
  if (!filesAreHidden(env) && givesCredentials((await profiles()).profiles.get("default"))) {
    return { kind: "profile", profile: "default", label: "AWS default profile" };
  }
  if (env("AWS_WEB_IDENTITY_TOKEN_FILE") && env("AWS_ROLE_ARN")) {
    return { kind: "token", label: "AWS_WEB_IDENTITY_TOKEN_FILE of the environment" };
  }
  return { kind: "machine", label: "credentials of this machine" };
}

/**
 * Returns the region that the user has set beside a source, as AWS's tools look for it: in the environment,
 * then in the profile. A profile without one has that of its sign-in. Undefined when there is none.
 */
export async function chainRegion(
  link: ChainLink,
  { env, profiles }: Surroundings,
): Promise<string | undefined> {
  const named = environmentRegion(env);
  if (named !== undefined) return named;
  const { profiles: all, sessions } = await profiles();
  const settings = all.get(link.kind === "profile" ? link.profile : "default");
  return settings && (settings.get("region") || portalProfile(settings, sessions)?.portal.region);
}

/** Whether a profile gives credentials, and not only a region or an output format. */
function givesCredentials(settings: ReadonlyMap<string, string> | undefined): boolean {
  const names = ["aws_access_key_id", "role_arn", "credential_process", "sso_account_id", "login_session"];
  return names.some((name) => settings?.has(name));
}

/** Whether the credentials of a source come from a program, perhaps through source profiles. */
export function startsProgram(link: ChainLink, { profiles }: Pick<AwsProfiles, "profiles">): boolean {
  const seen = new Set<string>();
  for (let name = link.kind === "profile" ? link.profile : undefined; name && !seen.has(name);) {
    seen.add(name);
    const settings = profiles.get(name);
    if (settings?.has("credential_process")) return true;
    name = settings?.get("source_profile");
  }
  return false;
}

/** Returns the credentials of a source. Throws a CloudError. */
export async function linkCredentials(
  link: ChainLink,
  around: Surroundings,
  signal: AbortSignal,
): Promise<AwsCredentials> {
  const { env } = around;
  switch (link.kind) {
    case "profile":
      return await profileCredentials(link.profile, around, signal);
    case "keys":
      return wrap({
        accessKeyId: env("AWS_ACCESS_KEY_ID")!,
        secretAccessKey: env("AWS_SECRET_ACCESS_KEY")!,
        sessionToken: env("AWS_SESSION_TOKEN"),
      });
    case "token":
      return await withToken(
        env("AWS_WEB_IDENTITY_TOKEN_FILE")!,
        env("AWS_ROLE_ARN")!,
        env("AWS_ROLE_SESSION_NAME"),
        { region: environmentRegion(env) ?? "us-east-1", env },
        signal,
      );
    case "machine": {
      const { machineCredentials } = await lazyImport<typeof import("./sdk.ts")>("./sdk.ts", import.meta.url);
      return await machineCredentials();
    }
  }
}
