import type { Command, ForeignMembers, JsonObject, ObjectKey } from "#contract";
import { operationsToTry, sampleSpec, sampleStatus } from "#harness";
import type { CheckContext, ForeignPlace } from "#harness";

export type Change = Extract<Command, { readonly verb: "update" | "updateStatus" | "patchStatus" }>;

/** Every request without a version with which an author could change or remove an acknowledgement. */
export function changesOf(context: CheckContext, key: ObjectKey): readonly Change[] {
  const forged = sampleStatus(context, 1);
  const own = { identity: "author", key } as const;
  const updates = operationsToTry(context, "update").flatMap((via) =>
    [
      ...spellings(forged),
      ...ownSpellings(context, { verb: "update", via }, forged),
      { place: "beside", members: { status: null } } as const,
    ].map((foreign): Change => ({
      ...own,
      verb: "update",
      via,
      spec: sampleSpec(context, 1),
      foreign,
    })),
  );
  const writes = operationsToTry(context, "updateStatus").map((via): Change => ({
    ...own,
    verb: "updateStatus",
    via,
    status: forged,
  }));
  const removal = { format: "merge", patch: { status: null } } as const;
  const patches = operationsToTry(context, "patchStatus").map((via): Change => ({
    ...own,
    verb: "patchStatus",
    via,
    ...removal,
  }));
  return [...updates, ...writes, ...patches];
}

/** The positions in a spec write at which a foreign status can be sent. */
export function spellings(status: JsonObject): readonly ForeignMembers[] {
  return [
    { place: "beside", members: { status } },
    { place: "inside", members: { status } },
  ];
}

/** Spellings that send the status under the target's own field names, one for each position in its schema. */
function ownSpellings(
  { kind: { foreignPlaces = [] } }: CheckContext,
  { verb, via }: Pick<ForeignPlace, "verb" | "via">,
  status: JsonObject,
): readonly ForeignMembers[] {
  return foreignPlaces
    .filter((one) => one.verb === verb && one.via === via && one.part === "status")
    .filter(({ admission, contractForm }) => admission !== "closed" && contractForm === undefined)
    .map(({ place, path }) => ({ place, members: { status }, at: path }));
}

export type Creation = Extract<Command, { readonly verb: "create" }>;

/** Every request with which an author could create an object with an acknowledgement. */
export function creationsOf(context: CheckContext): readonly Creation[] {
  const spec = sampleSpec(context, 0);
  return operationsToTry(context, "create").flatMap((via) =>
    [
      ...spellings(sampleStatus(context, 1)),
      ...ownSpellings(context, { verb: "create", via }, sampleStatus(context, 1)),
    ].map((foreign): Creation => {
      return { verb: "create", identity: "author", via, key: context.unusedKey(), spec, foreign };
    }),
  );
}
