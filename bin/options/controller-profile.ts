import { suiteCommand } from "#contract";
import { UsageError } from "../process/errors.ts";
import { parseProfile } from "./option-values.ts";

/**
 * The profile of a controller command. A configuration may name an endpoint profile for other commands, which is
 * ignored; on the command line it is an error.
 *
 * @throws UsageError for an unknown profile, or for an endpoint profile on the command line.
 */
export function controllerProfile(
  call: { readonly typed: { readonly profile?: string } },
  joined: { readonly profile?: string },
): string {
  const usual = "controller/v1";
  const text = joined.profile ?? usual;
  const { profile } = parseProfile(text);
  if (profile === usual) return text;
  if (call.typed.profile === undefined) return usual;
  throw new UsageError(
    `${profile} is a profile for endpoints, but this command checks controllers`,
    {
      fix: `Pass --profile ${usual}, or check the endpoint with ${suiteCommand} run.`,
    },
  );
}
