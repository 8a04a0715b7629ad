import { describeKey, isJsonObject, jsonEquals } from "#contract";
import { defineFault } from "../store/fault.ts";
import type { WriteRequest } from "../kinds/store-requests.ts";
import { addInputMembers } from "../values/sdl.ts";
import { overlooking } from "./fault-parts.ts";

export const generationCountsMetadata = defineFault({
  name: "generation-counts-metadata",
  summary: "A change to labels or annotations increments the generation.",
  breaks: ["generation.ignores-metadata-writes", "generation.counts-spec-changes"],
  requires: ["generation", "labels.write"],
  change: (rules) => ({
    generation: (change) => {
      const { before, after } = change;
      const isChanged =
        before !== undefined &&
        (!jsonEquals(before.metadata.labels, after?.metadata.labels) ||
          !jsonEquals(before.metadata.annotations, after?.metadata.annotations));
      return rules.generation(change) + (isChanged ? 1 : 0);
    },
  }),
});

export const generationCountsRepetitions = defineFault({
  name: "generation-counts-repetitions",
  summary: "A spec write that changes nothing is stored and increments the generation.",
  breaks: [
    "generation.ignores-no-op-writes",
    "concurrency.no-op-keeps-version",
    "watch.nothing-for-no-op",
  ],
  change: (rules) => ({
    isNoOp: (request, before, after) =>
      request.verb !== "update" && rules.isNoOp(request, before, after),
    generation: (change) => {
      const { request, before } = change;
      const isSpecWrite = request.verb === "update" && request.content.spec !== undefined;
      return isSpecWrite ? (before?.metadata.generation ?? 0) + 1 : rules.generation(change);
    },
  }),
});

export const generationMovesWithStatus = defineFault({
  name: "generation-moves-with-status",
  summary: "A status write increments the generation.",
  breaks: ["generation.ignores-status-writes", "readiness.same-for-every-reader"],
  change: (rules) => ({
    generation: (change) =>
      rules.generation(change) + (change.request.verb === "updateStatus" ? 1 : 0),
  }),
});

export const generationCountsEveryReport = defineFault({
  name: "generation-counts-every-report",
  summary: "Every status write increments the generation, even one that changes nothing.",
  breaks: [
    "generation.ignores-status-writes",
    "generation.ignores-no-op-writes",
    "concurrency.no-op-keeps-version",
    "watch.nothing-for-no-op",
    "readiness.same-for-every-reader",
  ],
  change: (rules) => ({
    isNoOp: (request, before, after) =>
      request.verb !== "updateStatus" && rules.isNoOp(request, before, after),
    generation: (change) =>
      rules.generation(change) + (change.request.verb === "updateStatus" ? 1 : 0),
  }),
});

export const generationNeverMoves = defineFault({
  name: "generation-never-moves",
  summary: "A change to the spec does not increment the generation.",
  breaks: [
    "generation.counts-spec-changes",
    "generation.counts-requested-deletion",
    "generation.counts-plain-status",
    "readiness.never-current-unobserved",
    "allocation.answer-belongs-to-its-generation",
  ],
  change: (rules) => ({
    generation: (change) => change.before?.metadata.generation ?? rules.generation(change),
  }),
});

export const generationOutlivesObject = defineFault({
  name: "generation-outlives-object",
  summary: "A recreated object continues the generation of its predecessor.",
  breaks: ["generation.starts-at-one", "deletion.successor-starts-afresh"],
  requires: ["generation", "delete"],
  change: (rules) => {
    const counts = new Map<string, number>();
    return {
      generation: (change) => {
        const name = describeKey(change.request.key);
        const last = counts.get(name) ?? 0;
        const count = change.before === undefined ? last + 1 : rules.generation(change);
        counts.set(name, count);
        return count;
      },
    };
  },
});

export const generationStartsAtZero = defineFault({
  name: "generation-starts-at-zero",
  summary: "A new object has generation 0.",
  breaks: ["generation.starts-at-one"],
  change: (rules) => ({
    generation: (change) => rules.generation(change) - (change.before === undefined ? 1 : 0),
  }),
});

export const generationTakenFromClient = defineFault({
  name: "generation-taken-from-client",
  summary: "The generation in a create request or spec write is stored.",
  breaks: ["generation.not-writable"],
  change: (rules) => ({
    schema: (sdl) =>
      addInputMembers(
        rules.schema(sdl),
        /^(?:Create|Update)\w+(?<!Status)Input$/,
        "metadata: JSON",
      ),
    validate: overlooking(
      rules,
      ({ field }, { verb }) => verb !== "updateStatus" && field === "metadata",
    ),
    isNoOp: (request, before, after) =>
      sentGeneration(request) === undefined && rules.isNoOp(request, before, after),
    generation: (change) => sentGeneration(change.request) ?? rules.generation(change),
  }),
});

function sentGeneration({ content }: WriteRequest): number | undefined {
  const metadata = content.foreign.beside["metadata"];
  const generation = isJsonObject(metadata) ? metadata["generation"] : undefined;
  return typeof generation === "number" ? generation : undefined;
}

export const observedZeroTakenForAbsent = defineFault({
  name: "observed-zero-taken-for-absent",
  summary: "An observed generation of 0 is not stored.",
  breaks: [
    "generation.observed-stored-as-sent",
    "readiness.same-for-every-reader",
    "readiness.observed-generation-is-an-integer",
  ],
  change: (rules) => ({
    mergeStatus: (stored, submitted) => {
      const { observedGeneration, ...rest } = submitted;
      return rules.mergeStatus(stored, observedGeneration === 0 ? rest : submitted);
    },
  }),
});
