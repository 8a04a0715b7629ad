import type { Fault } from "../../store/fault.ts";
import { acknowledgementForgedThroughUpdate } from "./acknowledgement-forged-through-update.ts";
import { allocationRecomputedOnSpecWrite } from "./allocation-recomputed-on-spec-write.ts";
import { conditionStatusBooleanAccepted } from "./condition-status-boolean-accepted.ts";
import { conditionTransitionTimeRewritten } from "./condition-transition-time-rewritten.ts";
import { definitionNeedsRestart } from "./definition-needs-restart.ts";
import { deletionIgnoresFinalizers } from "./deletion-ignores-finalizers.ts";
import { duplicateConditionsAccepted } from "./duplicate-conditions-accepted.ts";
import { lastFinalizerEmitsModified } from "./last-finalizer-emits-modified.ts";
import { memberDefaultCreatesStatus } from "./member-default-creates-status.ts";
import { recreatedObjectInheritsStatus } from "./recreated-object-inherits-status.ts";
import { statusDefaultComesBack } from "./status-default-comes-back.ts";
import { statusDefaultMissingInEvent } from "./status-default-missing-in-event.ts";
import { statusDefaultMissingInList } from "./status-default-missing-in-list.ts";
import { statusDefaultMissingOnCreate } from "./status-default-missing-on-create.ts";
import { statusExpires } from "./status-expires.ts";
import { statusSchemaNotChecked } from "./status-schema-not-checked.ts";
import { statusWriteClearsDeletionTime } from "./status-write-clears-deletion-time.ts";
import { statusWriteDropsFinalizers } from "./status-write-drops-finalizers.ts";
import { statusWriteRefusedWhileTerminating } from "./status-write-refused-while-terminating.ts";
import { statusWriteResurrects } from "./status-write-resurrects.ts";
import { statuslessStatusDropped } from "./statusless-status-dropped.ts";
import { statuslessStatusNotCounted } from "./statusless-status-not-counted.ts";
import { storedSpecValidatedOnStatusWrite } from "./stored-spec-validated-on-status-write.ts";
import { unknownStatusMembersKept } from "./unknown-status-members-kept.ts";

/** Faults in kinds that are defined at run time, conditions, defaults, deletion and allocation. */
export const kindFaults: readonly Fault[] = [
  definitionNeedsRestart,
  statusSchemaNotChecked,
  unknownStatusMembersKept,
  statusDefaultMissingOnCreate,
  statusDefaultMissingInList,
  statusDefaultMissingInEvent,
  statusDefaultComesBack,
  memberDefaultCreatesStatus,
  duplicateConditionsAccepted,
  conditionStatusBooleanAccepted,
  conditionTransitionTimeRewritten,
  storedSpecValidatedOnStatusWrite,
  statuslessStatusNotCounted,
  statuslessStatusDropped,
  deletionIgnoresFinalizers,
  statusWriteRefusedWhileTerminating,
  statusWriteClearsDeletionTime,
  statusWriteDropsFinalizers,
  lastFinalizerEmitsModified,
  statusWriteResurrects,
  recreatedObjectInheritsStatus,
  acknowledgementForgedThroughUpdate,
  allocationRecomputedOnSpecWrite,
  statusExpires,
];
