import type { Finding } from "#harness";
import { judgeBeyond } from "./judge-beyond.ts";
import type { BeyondTrial } from "./judge-beyond.ts";

export function judgeBeyondNamespace(trial: BeyondTrial): Finding {
  return judgeBeyond(trial, {
    requirement: "authorization.namespace-limits-hold",
    has: "permissions only in another namespace",
    home: "in its own namespace",
  });
}
