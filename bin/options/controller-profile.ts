import { suiteCommand } from "#contract";
import { UsageError } from "../process/errors.ts";
import { parseProfile } from "./option-values.ts";

/**
 * The profile of a command on controllers, as text. A configuration may name one of endpoints, for the commands
 * that check them; a command line may not.
 *
 * @throws UsageError for a profile that does not exist, or is of endpoints.
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
      mend: `Pass --profile ${usual}, or check the endpoint with ${suiteCommand} run.`,
    },
  );
}
