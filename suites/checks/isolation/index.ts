import type { AnyCheck } from "#harness";
import { createStoresNoStatus } from "./create-stores-no-status.ts";
import { foreignMembersInStatusWrite } from "./foreign-members-in-status-write.ts";
import { specWriteKeepsStatus } from "./spec-write-keeps-status.ts";
import { scaleWriteKeepsStatus } from "./scale-write-keeps-status.ts";
import { statusInSpecWrite } from "./status-in-spec-write.ts";
import { statusWriteKeepsSpecAndMetadata } from "./status-write-keeps-spec-and-metadata.ts";
import { storedSpecNotValidatedAgain } from "./stored-spec-not-validated-again.ts";
import { openMembersAreStored } from "./open-members-are-stored.ts";
import { unknownMembersNeverStored } from "./unknown-members-never-stored.ts";
import { droppedMembers } from "./dropped-members.ts";
import { specWriteKeepsIdentity } from "./spec-write-keeps-identity.ts";
import { specWriteKeepsMetadata } from "./spec-write-keeps-metadata.ts";
import { sparseSpecIsKept } from "./sparse-spec-is-kept.ts";
import { refusedSamplesChangeNothing } from "./refused-samples-change-nothing.ts";

export const isolationChecks: readonly AnyCheck[] = [
  statusWriteKeepsSpecAndMetadata,
  specWriteKeepsStatus,
  foreignMembersInStatusWrite,
  statusInSpecWrite,
  droppedMembers,
  createStoresNoStatus,
  unknownMembersNeverStored,
  openMembersAreStored,
  storedSpecNotValidatedAgain,
  specWriteKeepsIdentity,
  specWriteKeepsMetadata,
  sparseSpecIsKept,
  scaleWriteKeepsStatus,
  refusedSamplesChangeNothing,
];
