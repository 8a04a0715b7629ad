import { isExtensionRequirementId, requirementIds } from "#contract";
import { findingLanes, premiseNames } from "#verdicts";
import type { CaseFinding, CaseHistory, Established, Plays } from "#verdicts";
import {
  anything,
  boolean,
  listOf,
  members,
  number,
  oneOf,
  optional,
  text,
  variants,
} from "./record-value-shape.ts";
import type { Shape } from "./record-value-shape.ts";
import { key } from "./wire-shape.ts";

const known = oneOf(requirementIds);

export const extensionId: Shape = (value, path) =>
  typeof value === "string" && isExtensionRequirementId(value)
    ? undefined
    : `${path} must be the id of an extension's requirement, e.g. x-acme.rule`;

export const requirement: Shape = (value, path) =>
  typeof value === "string" && value.startsWith("x-")
    ? extensionId(value, path)
    : known(value, path);

const shared = {
  result: text,
  requirement,
  case: text,
  attempt: optional(number),
  isAlone: optional(boolean),
  hasLostWatch: optional(boolean),
  evidence: listOf(number),
  names: optional(listOf(text)),
};

const findingHistory = members<CaseHistory>({
  object: key,
  events: listOf(
    members<CaseHistory["events"][number]>({
      ordinal: number,
      atMs: number,
      what: text,
      by: optional(text),
      version: optional(text),
      generation: optional(number),
      changes: listOf(
        members<CaseHistory["events"][number]["changes"][number]>({
          path: text,
          before: optional(anything),
          after: optional(anything),
        }),
      ),
      isEvidence: boolean,
      lane: optional(oneOf(findingLanes)),
    }),
  ),
});

export const finding = variants("result", {
  held: members<Extract<CaseFinding, { result: "held" }>>({
    ...shared,
    instances: number,
    exposed: optional(number),
    note: optional(text),
    remark: optional(text),
    isInapplicable: optional(boolean),
    isIncidental: optional(boolean),
  }),
  violated: members<Omit<Extract<CaseFinding, { result: "violated" }>, "isAboutReason" | "lines">>({
    ...shared,
    expected: text,
    actual: text,
    steps: optional(text),
    premises: optional(
      listOf(members<Established>({ premise: oneOf(premiseNames), by: listOf(number) })),
    ),
    history: optional(findingHistory),
    replay: optional(text),
    plays: optional(members<Plays>({ attempts: number, broken: number })),
  }),
  undecided: members<Extract<CaseFinding, { result: "undecided" }>>({
    ...shared,
    reason: text,
    premise: optional(oneOf(premiseNames)),
    isBarred: optional(boolean),
    isIncidental: optional(boolean),
  }),
  errored: members<Extract<CaseFinding, { result: "errored" }>>({
    ...shared,
    reason: text,
    isIncidental: optional(boolean),
  }),
});
