import { suiteCommand } from "#contract";
import { UsageError } from "../process/program-errors.ts";
import { parseProfile } from "./option-values.ts";

/**
 * Returns the profile of a controller command. An endpoint profile in the configuration is meant for other commands and
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
