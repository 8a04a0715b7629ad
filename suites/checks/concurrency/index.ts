import type { AnyCheck } from "#harness";
import { emptyPatchKeepsVersion } from "./empty-patch-keeps-version.ts";
import { noLostIncrement } from "./no-lost-increment.ts";
import { noOpKeepsVersion } from "./no-op-keeps-version.ts";
import { oldIncarnationWriteConflicts } from "./old-incarnation-write-conflicts.ts";
import { oneWinner } from "./one-winner.ts";
import { noWayAroundTheVersion } from "./no-way-around-the-version.ts";
import { specAndStatusRace } from "./spec-and-status-race.ts";
import { specAndStatusShareTheVersion } from "./spec-and-status-share-the-version.ts";
import { stalePatchConflicts } from "./stale-patch-conflicts.ts";
import { staleLabelWriteConflicts } from "./stale-label-write-conflicts.ts";
import { slightlyStaleConflicts } from "./slightly-stale-conflicts.ts";
import { staleVersionConflicts } from "./stale-version-conflicts.ts";
import { uidPrecondition } from "./uid-precondition.ts";
import { versionIsRequired } from "./version-is-required.ts";
import { versionlessWritesAllLand } from "./versionless-writes-all-land.ts";
import { versionsAreComparable } from "./versions-are-comparable.ts";
import { jsonPatchGuards } from "./json-patch-guards.ts";
import { longReplacedVersionsConflict } from "./long-replaced-versions-conflict.ts";
import { staleByEachChange } from "./stale-by-each-change.ts";
import { staleDeletionConflicts } from "./stale-deletion-conflicts.ts";

export const concurrencyChecks: readonly AnyCheck[] = [
  staleVersionConflicts,
  slightlyStaleConflicts,
  noWayAroundTheVersion,
  specAndStatusShareTheVersion,
  specAndStatusRace,
  staleLabelWriteConflicts,
  versionIsRequired,
  versionlessWritesAllLand,
  versionsAreComparable,
  jsonPatchGuards,
  oneWinner,
  noLostIncrement,
  noOpKeepsVersion,
  uidPrecondition,
  oldIncarnationWriteConflicts,
  stalePatchConflicts,
  emptyPatchKeepsVersion,
  staleDeletionConflicts,
  staleByEachChange,
  longReplacedVersionsConflict,
];
