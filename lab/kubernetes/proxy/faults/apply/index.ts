import { applyCreates } from "./apply-creates.ts";
import { applyRefusedForOneKind } from "./apply-refused-for-one-kind.ts";
import { applyRemovesForeign } from "./apply-removes-foreign.ts";
import { conditionsAreAtomic } from "./conditions-are-atomic.ts";
import { forceIsIgnored } from "./force-is-ignored.ts";
import { forceTakenByEveryPatch } from "./force-taken-by-every-patch.ts";
import { managerFilledIn } from "./manager-filled-in.ts";
import { managerNamesCut } from "./manager-names-cut.ts";
import { managersTakenFromBody } from "./managers-taken-from-body.ts";
import { ownershipIsBinding } from "./ownership-is-binding.ts";
import { ownershipWithoutSide } from "./ownership-without-side.ts";
import { sharedValuesConflict } from "./shared-values-conflict.ts";
import type { ProxyFault } from "../../proxy-fault.ts";

/** What is wrong with apply and with the record of the field managers, in the order of the names. */
export const applyFaults: readonly ProxyFault[] = [
  applyCreates,
  applyRefusedForOneKind,
  applyRemovesForeign,
  conditionsAreAtomic,
  forceIsIgnored,
  forceTakenByEveryPatch,
  managerFilledIn,
  managerNamesCut,
  managersTakenFromBody,
  ownershipIsBinding,
  ownershipWithoutSide,
  sharedValuesConflict,
];
