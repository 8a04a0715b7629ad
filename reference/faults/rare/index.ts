import type { Fault } from "../../store/fault.ts";
import { bookmarkGoesBackOneIn20 } from "./bookmark-goes-back-one-in-20.ts";
import { conflictWithoutCauseOneIn200 } from "./conflict-without-cause-one-in-200.ts";
import { creationReplacesExistingOneIn50 } from "./creation-replaces-existing-one-in-50.ts";
import { creationTellsAnotherUidOneIn20 } from "./creation-tells-another-uid-one-in-20.ts";
import { deletedObjectReadOneIn20 } from "./deleted-object-read-one-in-20.ts";
import { deletionAcknowledgedTwiceOneIn5 } from "./deletion-acknowledged-twice-one-in-5.ts";
import { eventLostOneIn1000 } from "./event-lost-one-in-1000.ts";
import { eventLostOneIn200 } from "./event-lost-one-in-200.ts";
import { eventOfRefusedWriteOneIn200 } from "./event-of-refused-write-one-in-200.ts";
import { eventRepeatedOneIn200 } from "./event-repeated-one-in-200.ts";
import { eventTornOneIn200 } from "./event-torn-one-in-200.ts";
import { eventsSwappedOneIn200 } from "./events-swapped-one-in-200.ts";
import { freeNameCalledTakenOneIn20 } from "./free-name-called-taken-one-in-20.ts";
import { genericReadsCached } from "./generic-reads-cached.ts";
import { lastVersionOfDeletedAccepted } from "./last-version-of-deleted-accepted.ts";
import { lockSkippedWhenCrowded } from "./lock-skipped-when-crowded.ts";
import { objectMissingOneIn200 } from "./object-missing-one-in-200.ts";
import { refusedWriteStoredOneIn100 } from "./refused-write-stored-one-in-100.ts";
import { replicaBehindOneIn1000 } from "./replica-behind-one-in-1000.ts";
import { replicaBehindOneIn200 } from "./replica-behind-one-in-200.ts";
import { resumeRepeatsOneIn20 } from "./resume-repeats-one-in-20.ts";
import { resumeSkipsOneIn5 } from "./resume-skips-one-in-5.ts";
import { staleWriteAcceptedOneIn100 } from "./stale-write-accepted-one-in-100.ts";
import { staleWriteAcceptedOneIn1000 } from "./stale-write-accepted-one-in-1000.ts";
import { tornReadOneIn200 } from "./torn-read-one-in-200.ts";
import { uidUsedAgainOneIn20 } from "./uid-used-again-one-in-20.ts";
import { versionComesBackOneIn50 } from "./version-comes-back-one-in-50.ts";
import { versionKeptOneIn200 } from "./version-kept-one-in-200.ts";
import { versionsGoBackOneIn100 } from "./versions-go-back-one-in-100.ts";
import { writeDroppedOneIn200 } from "./write-dropped-one-in-200.ts";
import { writeStoredTwiceOneIn200 } from "./write-stored-twice-one-in-200.ts";

/** Faults that show once in a while, or only under load: histories find them. */
export const rareFaults: readonly Fault[] = [
  staleWriteAcceptedOneIn100,
  staleWriteAcceptedOneIn1000,
  lockSkippedWhenCrowded,
  replicaBehindOneIn200,
  replicaBehindOneIn1000,
  objectMissingOneIn200,
  tornReadOneIn200,
  genericReadsCached,
  conflictWithoutCauseOneIn200,
  refusedWriteStoredOneIn100,
  writeDroppedOneIn200,
  writeStoredTwiceOneIn200,
  versionKeptOneIn200,
  versionsGoBackOneIn100,
  creationTellsAnotherUidOneIn20,
  deletedObjectReadOneIn20,
  lastVersionOfDeletedAccepted,
  creationReplacesExistingOneIn50,
  freeNameCalledTakenOneIn20,
  deletionAcknowledgedTwiceOneIn5,
  uidUsedAgainOneIn20,
  versionComesBackOneIn50,
  eventLostOneIn200,
  eventLostOneIn1000,
  eventRepeatedOneIn200,
  eventsSwappedOneIn200,
  eventTornOneIn200,
  eventOfRefusedWriteOneIn200,
  resumeSkipsOneIn5,
  resumeRepeatsOneIn20,
  bookmarkGoesBackOneIn20,
];
