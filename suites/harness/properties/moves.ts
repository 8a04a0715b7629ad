import * as fc from "fast-check";
import type { KindDescription, TargetDescription } from "#targets";
import { supports } from "../commands/sample-commands.ts";
import { reusesNames } from "../commands/reuses-names.ts";
import type { Move, StatusChoice, VersionChoice } from "./move.ts";

export interface MoveOptions {
  readonly kind: KindDescription;
  readonly target: TargetDescription;
}

const slot = fc.constantFrom<0 | 1>(0, 0, 1);
const way = fc.nat({ max: 7 });
/** Index of a sample. Every kind has three; for larger indexes, values are generated. */
const sample = fc.nat({ max: 4 });
const bits = fc.nat({ max: 255 });
/**
 * The mask of written fields: in half of the writes, any mask; in the others, one of the first four fields, or all
 * fields (0).
 */
const members = fc.oneof(bits, fc.constantFrom(0, 1, 2, 4, 8));

/**
 * The preconditions of writes. `right`: always the current version; `rival`: the current or a stale version, as sent by
 * uncoordinated writers; `usual`: mostly the current version, with deliberate errors.
 */
export type Care = "right" | "rival" | "usual";

const versions = {
  right: fc.constant<VersionChoice>("current"),
  rival: fc.constantFrom<VersionChoice>("current", "stale"),
  /** Most versions are correct, because otherwise hardly any write would be stored. */
  usual: fc.constantFrom<VersionChoice>(
    ...Array.from({ length: 20 }, () => "current" as const),
    "stale",
    "stale",
    "earlier object",
    "other object",
    "foreign",
    "none",
  ),
} as const;

export interface Weighted {
  readonly arbitrary: fc.Arbitrary<Move>;
  readonly weight: number;
}

type Content = "slot" | "version" | "uid" | "trial" | keyof StatusChoice;

type Arbitraries<Of> = { readonly [Member in keyof Of]: fc.Arbitrary<Of[Member]> };

export function statusWrites(options: MoveOptions, care: Care = "usual"): readonly Weighted[] {
  const identity =
    care === "usual"
      ? fc.constantFrom("controller", ...often("controller"), "author", ...readerOf(options.target))
      : fc.constant("controller" as const);
  const move = fc.constant("write status" as const);
  const write = fc.record({ move, way, identity, ...contentOf(options, care) });
  const patches = statusPatches(options, care);
  return [
    { weight: 8, arbitrary: write },
    ...(patches.length === 0 ? [] : [{ weight: 4, arbitrary: fc.oneof(...patches) }]),
  ];
}

export function statusPatches(options: MoveOptions, care: Care = "usual"): readonly Weighted[] {
  if (options.kind.operations.patchStatus.length === 0) return [];
  const formats = (["merge", "json", "apply"] as const).filter((format) =>
    supports(options, format === "apply" ? "status.apply" : `status.patch.${format}`),
  );
  return formats.map((format) => ({
    weight: 1,
    arbitrary: fc.record({
      move: fc.constant("patch status" as const),
      format: fc.constant(format),
      firm: fc.boolean(),
      manager: fc.constantFrom<0 | 1>(0, 1),
      ...contentOf(options, care),
    }),
  }));
}

function contentOf(
  options: MoveOptions,
  care: Care,
): Arbitraries<Pick<Extract<Move, { readonly move: "patch status" }>, Content>> {
  const tries = supports(options, "dry-run") && care !== "right";
  return {
    slot,
    sample,
    members,
    nulls: nullBits(options),
    version: versions[care],
    uid: uidOf(options, care),
    trial: tries ? fc.constantFrom(false, false, false, false, false, true) : fc.constant(false),
  };
}

function often<Identity extends string>(identity: Identity): readonly Identity[] {
  return Array.from({ length: 5 }, () => identity);
}

export function specWrites(options: MoveOptions, care: Care = "usual"): readonly Weighted[] {
  const { kind, target } = options;
  if (kind.operations.update.length === 0) return [];
  const specWrite = fc.record({
    move: fc.constant("write spec" as const),
    slot,
    way,
    spec: sample,
    version: versions[care],
    uid: uidOf(options, care),
    identity:
      care === "usual"
        ? fc.constantFrom(
            "author",
            ...often("author"),
            "controller",
            "controller",
            ...readerOf(target),
          )
        : fc.constant("author" as const),
  });
  return [{ weight: 4, arbitrary: specWrite }, ...labels(options)];
}

function labels(options: MoveOptions): readonly Weighted[] {
  const label = fc.record({ move: fc.constant("label" as const), slot, value: sample });
  const canLabel = supports(options, "labels.write") && options.kind.operations.update.length > 0;
  return canLabel ? [{ weight: 3, arbitrary: label }] : [];
}

export function lives(options: MoveOptions): readonly Weighted[] {
  const { kind } = options;
  const holds = supports(options, "finalizers") && kind.operations.update.length > 0;
  const held = holds ? fc.constantFrom(false, false, true) : fc.constant(false);
  const create = fc.record({ move: fc.constant("create" as const), slot, way, spec: sample, held });
  const hold = fc.record({ move: fc.constant("hold" as const), slot });
  const release = fc.record({ move: fc.constant("release" as const), slot });
  const end = fc.record({
    move: fc.constant("delete" as const),
    slot,
    way,
    uid: uidOf(options, "usual"),
  });
  const recreate = fc.record({ move: fc.constant("recreate" as const), slot, spec: sample });
  // Deletions are included only if names can be reused, because later moves create objects with the deleted names.
  const canEnd =
    kind.operations.delete.length > 0 && kind.isDeletedInSteps !== true && reusesNames(options);
  const ends = [
    { weight: 1, arbitrary: end },
    { weight: 2, arbitrary: recreate },
  ];
  return [
    { weight: 1, arbitrary: create },
    // The model only supports deletions that take effect in one step.
    ...(canEnd ? ends : []),
    ...(holds
      ? [
          { weight: 1, arbitrary: hold },
          { weight: 1, arbitrary: release },
        ]
      : []),
  ];
}

export function reads(options: MoveOptions): readonly Weighted[] {
  const { kind, target } = options;
  const read = fc.record({
    move: fc.constant("read" as const),
    slot,
    way,
    identity: fc.constantFrom("author", ...readerOf(target)),
  });
  const list = fc.record({ move: fc.constant("list" as const), way });
  const canList = kind.operations.list.length > 0;
  return [
    { weight: 1, arbitrary: read },
    ...(canList ? [{ weight: 2, arbitrary: list }] : []),
    ...watches(options),
  ];
}

export function watches(options: MoveOptions): readonly Weighted[] {
  const { kind, target } = options;
  const isByVersion =
    (kind.semantics?.cursor ?? target.semantics.cursor ?? "version") === "version";
  const canResume = kind.operations.watch.length > 0 && supports(options, "watch.resume");
  const back = fc.nat({ max: 4 });
  const watch = fc.record({ move: fc.constant("watch" as const), back });
  return canResume && isByVersion ? [{ weight: 2, arbitrary: watch }] : [];
}

function uidOf(
  options: MoveOptions,
  care: Care,
): fc.Arbitrary<"none" | "current" | "earlier object"> {
  const none = Array.from({ length: 8 }, () => "none" as const);
  return supports(options, "precondition.uid") && care === "usual"
    ? fc.constantFrom(...none, "current", "earlier object")
    : fc.constant("none");
}

/** Generates a bit mask of the fields to clear. Half of the writes clear no field. */
function nullBits({ kind, target }: MoveOptions): fc.Arbitrary<number> {
  const { nullMembers } = { ...target.semantics, ...kind.semantics };
  const clears = nullMembers === "cleared";
  return clears ? fc.oneof(fc.constant(0), bits) : fc.constant(0);
}

function readerOf({ identities }: TargetDescription): readonly "reader"[] {
  return identities.includes("reader") ? ["reader"] : [];
}
