import type { IdentityName } from "#contract";
import { canonicalDialect } from "#targets/graphql";
import type { RunSettings } from "../options/run-settings.ts";

/**
 * The credential of a role that can be handed on: one that was given, or that of the reference for its own
 * schema. Absent where it comes from elsewhere; a controller knows its own then.
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
