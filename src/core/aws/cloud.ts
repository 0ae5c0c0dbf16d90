import type { AccountContext } from "../accounts/context.ts";
import { lazyImport } from "../lazy_import.ts";
import { type AwsCredentials, type Identity, isOf, roleOf } from "./credentials/credentials.ts";
import { assume } from "./credentials/assume.ts";
import { type Broker, createBroker } from "./credentials/broker.ts";
import {
  type ChainLink,
  chainLink,
  chainRegion,
  linkCredentials,
  startsProgram,
} from "./credentials/chain.ts";
import { isRefusedRole, notOneRole, withLikelyRole } from "./credentials/likely_role.ts";
import {
  faultBeside,
  profileCredentials,
  profilePortal,
  signInOf,
  type Surroundings,
} from "./credentials/profile.ts";
import { CloudError } from "./errors.ts";
import { openPortalAccounts, type PortalAccounts } from "./portal/accounts.ts";
import { accountsFile } from "./portal/accounts_file.ts";
import { latePortal } from "./portal/late.ts";
import type { PortalApi } from "./portal/portal.ts";
import { type AwsFiles, awsFiles, stampOf } from "./profiles/files.ts";
import { type AwsProfiles, readProfiles } from "./profiles/profiles.ts";
import { environment, type ReadVariable } from "./wire/endpoint.ts";
import type { Portal } from "./session/token_entries.ts";
import { openPortalSession, type PortalSession } from "./session/session.ts";

/** All sources of AWS credentials that this user has, with one cache. Its functions throw a CloudError. */
export interface Cloud {
  /** Null when the configuration has no portal. */
  readonly session: PortalSession | null;
  readonly portal: PortalApi | null;
  /** The files of AWS's tools that are read. */
  readonly files: AwsFiles;
  /**
   * Returns credentials of an account and role: from the portal, else from the standard chain or a profile if
   * they are of that account and role, else by assuming the role with the standard chain's credentials.
   */
  credentials(context: AccountContext, signal: AbortSignal): Promise<AwsCredentials>;
  /** Returns credentials of an account and role from the portal only. */
  fromPortal(context: Pick<AccountContext, "account" | "role">, signal: AbortSignal): Promise<AwsCredentials>;
  /** Whether the portal gives that role, "" for any, to the user who is signed in, or was last. */
  servesPortal(account: string, role: string, signal: AbortSignal): Promise<boolean>;
  /** Returns the known roles of an account, "" for the user's own credentials; empty when none is known. */
  roles(account: string, region: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Returns the source of the standard chain without a request; null when only the machine could tell. */
  link(): Promise<ChainLink | null>;
  /**
   * Returns the source and identity of the standard chain's credentials; null when there are none, or only
   * the machine could tell. `quiet`: null also when a program would run, which may ask the user a question.
   */
  ambient(
    signal: AbortSignal,
    how?: { readonly quiet: boolean },
  ): Promise<{ readonly link: ChainLink; readonly who: Identity } | null>;
  /** Opens the list of the portal's accounts, cached in that folder; null without a portal. */
  portalAccounts(folder: string): Promise<PortalAccounts> | null;
  /**
   * Returns the profiles and sessions of the user's AWS files: the same object while the files are the same.
   */
  profiles(): Promise<AwsProfiles>;
}

const clouds = new Map<string, Cloud>();

/** Returns the cloud of a configuration. Each portal has one, which makes equal requests only once. */
export function cloudOf({ ssoStartUrl, ssoRegion }: { ssoStartUrl?: string; ssoRegion?: string }): Cloud {
  const portal = ssoStartUrl && ssoRegion ? { startUrl: ssoStartUrl, region: ssoRegion } : null;
  const key = portal ? `${portal.region} ${portal.startUrl}` : "";
  let cloud = clouds.get(key);
  if (!cloud) clouds.set(key, cloud = createCloud(portal));
  return cloud;
}

/** Makes a cloud. `env` reads the environment variables of the standard chain. */
export function createCloud(
  portal: Portal | null,
  files: AwsFiles = awsFiles(),
  env: ReadVariable = environment,
  broker: Broker = createBroker(),
): Cloud {
  const session = portal && openPortalSession(portal, { files, env });
  const api = session && latePortal(session);
  const others = new Map<string, { readonly session: PortalSession; readonly api: PortalApi }>();
  let portalAccounts: Promise<PortalAccounts> | undefined;
  let read: { readonly stamp: string; readonly profiles: AwsProfiles } | undefined;

  async function profiles(): Promise<AwsProfiles> {
    const stamp = await stampOf(files);
    if (read?.stamp !== stamp) read = { stamp, profiles: await readProfiles(files) };
    return read.profiles;
  }

  const around: Surroundings = {
    env,
    files,
    profiles,
    portalOf: (portal, key) => other(portal, key).api,
  };

  function other(portal: Portal, key: string) {
    const name = `${key} ${portal.region} ${portal.startUrl}`;
    let known = others.get(name);
    if (!known) {
      const session = openPortalSession(portal, { files, env, only: key });
      others.set(name, known = { session, api: latePortal(session) });
    }
    return known;
  }

  const eras = new Map<string, string>();
  /** Returns a cache key with the era, so that a new sign-in uses neither old values nor running requests. */
  function inEra(key: string, era: string): string {
    if (eras.has(key) && eras.get(key) !== era) broker.forget(`${key} `);
    eras.set(key, era);
    return `${key} ${era}`;
  }

  /** Returns a text that changes with the AWS files and with sign-ins that the profile depends on. */
  async function eraOf(profile: string | null): Promise<string> {
    const signIn = signInOf(profile, await profiles());
    const stamp = await stampOf(files);
    return signIn ? `${stamp} ${await other(signIn.portal, signIn.key).session.era()}` : stamp;
  }

  async function fromPortal(
    { account, role }: Pick<AccountContext, "account" | "role">,
    signal: AbortSignal,
  ) {
    // Another user may be signed in after a sign-out or sign-in, so those end these credentials too.
    const key = inEra("portal", `${await session!.era()}`);
    const named = role || await onlyRole(account, signal);
    const get = (role: string) =>
      broker.get(`${key} ${account} ${role}`, (stop) => api!.credentials(account, role, stop), signal);
    try {
      return await get(named);
    } catch (error) {
      if (!(error instanceof CloudError) || !isRefusedRole(error)) throw error;
      // The refusal is shown anyway, so a failure to list roles is ignored.
      const roles = await rolesAt(account, signal, (roles) => !roles.includes(named)).catch(() => []);
      // Another only role has replaced the one that was known.
      if (role === "" && roles.length === 1 && roles[0] !== named) return await get(roles[0]!);
      throw await withLikelyRole(error, named, roles);
    }
  }

  async function onlyRole(id: string, signal: AbortSignal): Promise<string> {
    const roles = await rolesAt(id, signal, ({ length }) => length === 1);
    if (roles.length !== 1) throw notOneRole(id, roles);
    return roles[0]!;
  }

  /**
   * Returns the roles at the portal, from its list of accounts when that is open. Known ones are requested
   * again when they do not fit, because they may have changed since.
   */
  async function rolesAt(
    id: string,
    signal: AbortSignal,
    fit: (roles: readonly string[]) => boolean = () => true,
  ): Promise<readonly string[]> {
    if (!portalAccounts) return await api!.roles(id, signal);
    const open = await portalAccounts, known = open.account(id)?.roles;
    const roles = await open.roles(id, signal);
    return roles !== known || fit(roles) ? roles : await open.roles(id, signal, true).catch((error) => {
      signal.throwIfAborted();
      if (error instanceof CloudError) return roles;
      throw error;
    });
  }

  /**
   * Returns the standard chain's credentials, their identity, and the region of STS that knows them. Each is
   * requested once. Null when only the machine could tell and `machine` is false.
   */
  async function chain(asked: string | undefined, signal: AbortSignal, machine = !portal) {
    const link = await chainLink(around);
    // Without a machine role that search takes seconds, and a user with a portal has chosen the portal.
    if (link.kind === "machine" && !machine) return null;
    const key = inEra(`chain ${link.label}`, await eraOf(link.kind === "profile" ? link.profile : null));
    const credentials = await broker.get(key, (stop) => linkCredentials(link, around, stop), signal);
    // STS of another partition, such as that of China, does not know the credentials.
    const region = await chainRegion(link, around) ?? portal?.region ?? asked ?? "us-east-1";
    return { link, credentials, region, who: await whose(credentials, region, signal) };
  }

  const identities = new Map<string, Identity>();
  async function whose(credentials: AwsCredentials, region: string, signal: AbortSignal): Promise<Identity> {
    const known = identities.get(credentials.accessKeyId);
    if (known) return known;
    const who = await (await sts()).identity(credentials, { region, env }, signal);
    identities.set(credentials.accessKeyId, who);
    if (identities.size > 100) identities.delete(identities.keys().next().value!);
    return who;
  }

  /** Returns the name of a profile for exactly that account and role; null for none. */
  async function profileFor({ account: id, role }: AccountContext): Promise<string | null> {
    const { profiles: all, sessions } = await profiles();
    for (const [name, settings] of all) {
      const profile = profilePortal(settings, sessions);
      if (profile?.account === id && profile.role === role) return name;
    }
    return null;
  }

  async function withoutPortal(context: AccountContext, signal: AbortSignal): Promise<AwsCredentials | null> {
    const profile = context.role === "" ? null : await profileFor(context);
    let ambient: Awaited<ReturnType<typeof chain>> = null, problem: CloudError | null = null;
    try {
      // A user with a profile for the role has chosen it before the machine.
      ambient = await chain(context.region, signal, !portal && profile === null);
    } catch (error) {
      if (!(error instanceof CloudError) || error.code === "cancelled") throw error;
      problem = error;
    }
    if (ambient && isOf(ambient.who, context)) return ambient.credentials;
    if (profile !== null) {
      const key = inEra(`profile ${profile}`, await eraOf(profile));
      return await broker.get(key, (stop) => profileCredentials(profile, around, stop), signal);
    }
    if (problem) throw problem;
    if (!ambient) return null;
    const { credentials, who, region } = ambient;
    const key = `assumed ${credentials.accessKeyId} ${context.account} ${context.role}`;
    return await broker.get(key, (stop) => assume(credentials, who, context, { region, env }, stop), signal);
  }

  return {
    session,
    portal: api,
    files,
    profiles,
    fromPortal,
    portalAccounts(folder) {
      if (!api) return null;
      return portalAccounts ??= accountsFile(folder, portal!).then((file) => openPortalAccounts(api, file));
    },
    async credentials(context, signal) {
      if (!api) {
        const found = await withoutPortal(context, signal);
        return found!;
      }
      let problem: CloudError;
      try {
        return await fromPortal(context, signal);
      } catch (error) {
        if (!(error instanceof CloudError) || error.code === "cancelled") throw error;
        problem = error;
      }
      // Other credentials of that account are used next. Without them the portal's error is thrown.
      const other = await withoutPortal(context, signal).catch(async (error) => {
        if (!(error instanceof CloudError)) return null;
        if (error.code === "cancelled") throw error;
        // A portal that refuses the role cannot say what is wrong with the profile that is meant.
        const meant = isRefusedRole(problem) ? await profileFor(context) : null;
        const beside = meant === null ? null : faultBeside(portal!, meant, await profiles(), error);
        if (beside) throw beside;
        return null;
      });
      if (other) return other;
      throw problem;
    },
    async servesPortal(account, role, signal) {
      if (!api) return false;
      const fits = (roles: readonly string[]) => role === "" ? roles.length > 0 : roles.includes(role);
      const known = portalAccounts && (await portalAccounts).account(account);
      if (!known) return await api.roles(account, signal).then(fits, () => false);
      // A link should open at once, so the portal is only asked about a role that is not among the known ones.
      if (role === "" || !known.roles || fits(known.roles)) return true;
      return await rolesAt(account, signal, fits).then(fits, () => true);
    },
    async roles(account, region, signal) {
      if (api && (await session!.status()).status !== "signed-out") {
        const roles = await rolesAt(account, signal).catch(() => []);
        if (roles.length > 0) return roles;
      }
      const ambient = await chain(region, signal).catch(() => null);
      return ambient?.who.account === account ? [roleOf(ambient.who)] : [];
    },
    async link() {
      const link = await chainLink(around);
      return link.kind === "machine" ? null : link;
    },
    async ambient(signal, { quiet } = { quiet: false }) {
      const link = await chainLink(around);
      if (link.kind === "machine" || (quiet && startsProgram(link, await profiles()))) return null;
      const found = await chain(undefined, signal);
      return found && { link, who: found.who };
    },
  };
}

const sts = () => lazyImport<typeof import("./sts.ts")>("./sts.ts", import.meta.url);
