import type { Finding } from "#harness";
import { judgeBeyond } from "./judge-beyond.ts";
import type { BeyondTrial } from "./judge-beyond.ts";

/** Judges that a request is served in the own namespace and denied in the other. */
export function judgeBeyondNamespace(trial: BeyondTrial): Finding {
  return judgeBeyond(trial, {
    requirement: "authorization.namespace-limits-hold",
    has: "permissions only in another namespace",
    home: "in its own namespace",
  });
}
