import type { AnyCheck } from "#harness";
import { deletionTellsTheKey } from "./deletion-tells-the-key.ts";
import { listsAreMerged } from "./lists-are-merged.ts";
import { nullMembersStay } from "./null-members-stay.ts";
import { selectorExit } from "./selector-exit.ts";
import { versionsArePerObject } from "./versions-are-per-object.ts";
import { watchResumesAfterEvent } from "./watch-resumes-after-event.ts";

/**
 * Tests of declarations that differ from the contract, in starting order. The checks of the contract's rules verify
 * declarations that agree with it.
 */
export const semanticsChecks: readonly AnyCheck[] = [
  nullMembersStay,
  listsAreMerged,
  versionsArePerObject,
  watchResumesAfterEvent,
  selectorExit,
  deletionTellsTheKey,
];
