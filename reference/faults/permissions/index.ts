import type { Fault } from "../../store/fault.ts";
import { nameLimitIgnored } from "./name-limit-ignored.ts";
import { namespaceLimitIgnoredEverywhere } from "./namespace-limit-ignored-everywhere.ts";
import { namespaceLimitIgnoredOnReads } from "./namespace-limit-ignored-on-reads.ts";
import { namespaceLimitIgnoredOnStatus } from "./namespace-limit-ignored-on-status.ts";
import { namespaceLimitIgnoredOnWatches } from "./namespace-limit-ignored-on-watches.ts";
import { patchesNotAuthorized } from "./patches-not-authorized.ts";
import { rateLimitHidesDelay } from "./rate-limit-hides-delay.ts";
import { statusPermissionImpliesRead } from "./status-permission-implies-read.ts";
import { statusPermissionImpliesWatch } from "./status-permission-implies-watch.ts";
import { statusReplyFilteredSilently } from "./status-reply-filtered-silently.ts";

/** Faults in the limits of permissions and of requests. */
export const permissionFaults: readonly Fault[] = [
  namespaceLimitIgnoredOnStatus,
  namespaceLimitIgnoredOnReads,
  namespaceLimitIgnoredEverywhere,
  namespaceLimitIgnoredOnWatches,
  nameLimitIgnored,
  statusPermissionImpliesRead,
  statusPermissionImpliesWatch,
  statusReplyFilteredSilently,
  patchesNotAuthorized,
  rateLimitHidesDelay,
];
