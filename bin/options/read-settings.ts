import { secretsInUrl } from "../process/guarded-world.ts";
import { readRunSettings } from "./run-settings.ts";
import type { RunArguments, RunSettings } from "./run-settings.ts";
import type { World } from "../process/world.ts";

/** Also registers the secrets in the options for redaction. */
export function readSettings(typed: RunArguments, world: ReadingWorld): RunSettings {
  const settings = readRunSettings(typed, world.environment);
  noteSecrets(settings, world);
  return settings;
}

type ReadingWorld = Pick<World, "environment" | "secrets">;

/** Secrets on the command line and in the environment are already registered. */
function noteSecrets(settings: RunSettings, { secrets }: Pick<World, "secrets">): void {
  const { endpoint, webSocketEndpoint, replicas = [], identities, kubernetes } = settings;
  const urls = [endpoint, webSocketEndpoint, ...replicas].flatMap((url) =>
    url === undefined ? [] : secretsInUrl(url.href),
  );
  const credentials = identities.flatMap((request) =>
    "credential" in request ? [request.credential] : [],
  );
  for (const secret of [...urls, ...credentials, kubernetes?.token ?? ""]) secrets?.add(secret);
}
