import type { IdentityName } from "#contract";
import { canonicalDialect } from "#targets/graphql";
import type { RunSettings } from "../options/run-settings.ts";

/**
 * Returns the credential of a role if it can be passed to a process. This is a credential that the user passed by value
 * or by environment variable or, without a dialect or an API server, the credential in the canonical dialect.
 * Otherwise, returns undefined, and the controller uses a credential of its own.
 */
export function credentialOf(
  role: IdentityName,
  { identities, dialectFile, kubernetes }: RunSettings,
): string | undefined {
  const given = identities.findLast(({ identity }) => identity === role);
  if (given?.from === "value" || given?.from === "environment") return given.credential;
  if (given !== undefined || dialectFile !== undefined || kubernetes !== undefined)
    return undefined;
  const usual = canonicalDialect.identities[role];
  return usual?.kind === "static" ? usual.credential : undefined;
}

/** Removes the variables that contain credentials of other roles or of the administrator from the environment. */
export function environmentOf(
  role: IdentityName,
  { identities, kubernetes }: Pick<RunSettings, "identities" | "kubernetes">,
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const given = identities.flatMap((one) => ("credential" in one ? [one] : []));
  const isOf = (isOwn: boolean, value: string): boolean =>
    given.some((one) => (one.identity === role) === isOwn && one.credential === value);
  const isForeign = (value: string): boolean =>
    isOf(false, value) || (value !== "" && value === kubernetes?.token);
  return Object.fromEntries(
    Object.entries(environment).filter(([, value = ""]) => !isForeign(value) || isOf(true, value)),
  );
}
