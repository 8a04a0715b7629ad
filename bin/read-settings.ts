import { secretsInUrl } from "./guarded-world.ts";
import type { RunSettings } from "./run-settings.ts";
import type { World } from "./world.ts";

/** Notes what is secret in the options of a run, wherever they stood: typed, or in a configuration. */
export function noteSecrets(settings: RunSettings, { secrets }: Pick<World, "secrets">): void {
  const { endpoint, webSocketEndpoint, replicas = [], identities, kubernetes } = settings;
  const urls = [endpoint, webSocketEndpoint, ...replicas].flatMap((url) =>
    url === undefined ? [] : secretsInUrl(url.href),
  );
  const credentials = identities.flatMap((wish) => ("credential" in wish ? [wish.credential] : []));
  for (const secret of [...urls, ...credentials, kubernetes?.token ?? ""]) secrets?.add(secret);
}
