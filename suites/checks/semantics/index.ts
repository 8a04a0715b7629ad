import type { AnyCheck } from "#harness";
import { deletionTellsTheKey } from "./deletion-tells-the-key.ts";
import { listsAreMerged } from "./lists-are-merged.ts";
import { nullMembersStay } from "./null-members-stay.ts";
import { selectorExit } from "./selector-exit.ts";
import { versionsArePerObject } from "./versions-are-per-object.ts";
import { watchResumesAfterEvent } from "./watch-resumes-after-event.ts";

/**
 * Checks of declared semantics that deviate from the contract, in execution order. The regular checks cover
 * declarations that match the contract.
 */
export const semanticsChecks: readonly AnyCheck[] = [
  nullMembersStay,
  listsAreMerged,
  versionsArePerObject,
  watchResumesAfterEvent,
  selectorExit,
  deletionTellsTheKey,
];
