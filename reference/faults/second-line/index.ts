import type { Fault } from "../../store/fault.ts";
import { coldObjectNotChecked } from "./cold-object-not-checked.ts";
import { deniedWriteStoredOneIn3 } from "./denied-write-stored-one-in-3.ts";
import { emptyValuesOmitted } from "./empty-values-omitted.ts";
import { eventBeforeStore } from "./event-before-store.ts";
import { everyThirdWatchLosesItsThirdEvent } from "./every-third-watch-loses-its-third-event.ts";
import { firstStaleWriteRefused } from "./first-stale-write-refused.ts";
import { futureVersionAccepted } from "./future-version-accepted.ts";
import { generationInThreeBits } from "./generation-in-three-bits.ts";
import { idleWatchLosesNext } from "./idle-watch-loses-next.ts";
import { listBehindOneIn2 } from "./list-behind-one-in-2.ts";
import { longListsCut } from "./long-lists-cut.ts";
import { messagesTakenForNoise } from "./messages-taken-for-noise.ts";
import { olderSpecShownForAMoment } from "./older-spec-shown-for-a-moment.ts";
import { permissionCachedByObject } from "./permission-cached-by-object.ts";
import { plainLettersOnly } from "./plain-letters-only.ts";
import { replyTellsVersionAheadOneIn20 } from "./reply-tells-version-ahead-one-in-20.ts";
import { rightForFirstObjects } from "./right-for-first-objects.ts";
import { rightForFirstRequests } from "./right-for-first-requests.ts";
import { rightForNamedClient } from "./right-for-named-client.ts";
import { rightForNamesWithDigits } from "./right-for-names-with-digits.ts";
import { rightForPrefixedNames } from "./right-for-prefixed-names.ts";
import { rightForShortNames } from "./right-for-short-names.ts";
import { laterKindsNotChecked } from "./later-kinds-not-checked.ts";
import { secondResumeSkipsFirst } from "./second-resume-skips-first.ts";
import { staleRepetitionAccepted } from "./stale-repetition-accepted.ts";
import { trialOpensTheDoor } from "./trial-opens-the-door.ts";
import { twoSidesInOneWrite } from "./two-sides-in-one-write.ts";
import { uidComparedByItsBeginning } from "./uid-compared-by-its-beginning.ts";
import { versionCheckedATurnBefore } from "./version-checked-a-turn-before.ts";
import { whiteSpaceTidied } from "./white-space-tidied.ts";
import { writeAfterItsTrialNotStored } from "./write-after-its-trial-not-stored.ts";

/** Faults that look right at the first look: they depend on who asks, how often, when, or under which name. */
export const disguisedFaults: readonly Fault[] = [
  rightForNamedClient,
  rightForPrefixedNames,
  rightForNamesWithDigits,
  rightForShortNames,
  rightForFirstObjects,
  rightForFirstRequests,
  firstStaleWriteRefused,
  versionCheckedATurnBefore,
  olderSpecShownForAMoment,
  eventBeforeStore,
  laterKindsNotChecked,
  longListsCut,
  plainLettersOnly,
  whiteSpaceTidied,
  emptyValuesOmitted,
  messagesTakenForNoise,
  twoSidesInOneWrite,
  secondResumeSkipsFirst,
  writeAfterItsTrialNotStored,
  trialOpensTheDoor,
  idleWatchLosesNext,
  coldObjectNotChecked,
  replyTellsVersionAheadOneIn20,
  deniedWriteStoredOneIn3,
  permissionCachedByObject,
  generationInThreeBits,
  everyThirdWatchLosesItsThirdEvent,
  staleRepetitionAccepted,
  futureVersionAccepted,
  uidComparedByItsBeginning,
  listBehindOneIn2,
];
