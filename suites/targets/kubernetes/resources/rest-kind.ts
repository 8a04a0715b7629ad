import type { Feature, JsonObject, RequirementId } from "#contract";
import type { StatusForm } from "./status-form.ts";
import type { KindNotes } from "./kind-samples.ts";
import type { NameForm } from "../../port/name-form.ts";
import type { KeyedList, KindSamples } from "../../port/target.ts";
import type { KindShapes } from "../../port/value-shape.ts";

export interface RestKind {
  readonly name: string;
  readonly literal: string;
  /** The plural name in paths: `widgets`. */
  readonly plural: string;
  /** `""` for the core group. */
  readonly group: string;
  readonly version: string;
  /** Further versions with the same fields. None by default. */
  readonly otherVersions?: readonly string[];
  readonly scope: "namespaced" | "cluster";
  readonly namespaces: readonly string[];
  readonly hasStatus: boolean;
  /** Whether the kind has a scale subresource. False by default. */
  readonly hasScale?: true;
  readonly samples: KindSamples;
  readonly shapes?: KindShapes;
  readonly statusDefault?: JsonObject;
  /** Present if the stored status differs from the status that checks write. */
  readonly statusForm?: StatusForm;
  /** Whether unknown fields are preserved. They are dropped by default. */
  readonly keepsUnknown?: boolean;
  /** Status fields that preserve unknown fields. None by default. */
  readonly openMembers?: readonly string[];
  /** Paths of lists in the status that an apply replaces. Absent if the schema is unknown. */
  readonly wholeLists?: readonly string[];
  /** Paths of lists in the status that are sets. None by default. */
  readonly setLists?: readonly string[];
  /** Lists in the status whose items an apply merges by their keys. None by default. */
  readonly keyedLists?: readonly KeyedList[];
  /** Whether the status is atomic: it has a single owner, and an apply replaces it. */
  readonly hasAtomicStatus?: boolean;
  /** Features that the server rejects for this kind. None by default. */
  readonly unsupported?: readonly Feature[];
  /** The ids of update operations that the server rejects for this kind. None by default. */
  readonly unsupportedUpdates?: readonly string[];
  /** Whether versions of the kind's objects are not numbers. They are numbers by default. */
  readonly hasOpaqueVersions?: boolean;
  /** The form of names that the server accepts. Any DNS label by default. */
  readonly nameForm?: NameForm;
  /** Whether the kind depends on the run's prerequisites, because they define it or create its namespaces. */
  readonly isRuntime: boolean;
  /** Whether the server has the kind without the run. The run may still create its namespaces. False by default. */
  readonly isPreexisting?: true;
  /** The location of the spec: `spec`, or the root for kinds without a spec, such as roles. */
  readonly body: "spec" | "root";
  /** Differences from kinds that a CRD defines. None by default. */
  readonly notes?: KindNotes;
  /** The reason why the kind's status cannot store a count. Absent if the status can store a count. */
  readonly withoutCounter?: string;
  /** The reason why the spec of the kind's objects cannot be changed. Absent if the spec is mutable. */
  readonly withoutUpdates?: string;
  /** Requirements that do not apply, with reasons. None by default. */
  readonly excuses?: Readonly<Partial<Record<RequirementId, string>>>;
  /**
   * The reason why the kind's status cannot be written. Absent if the status can be written, and for kinds that the
   * suite defines without a status.
   */
  readonly withoutStatus?: string;
  /** Whether the kind has a status, but the server accepts too few values to test it. False by default. */
  readonly lacksStatusSamples?: true;
  /** Whether only the administrator may write the kind. Such a kind is a prerequisite and is not tested. */
  readonly isAdministered?: boolean;
}

/** The value of `apiVersion`: `v1`, or `apps/v1`. */
export function apiVersionOf({ group, version }: Pick<RestKind, "group" | "version">): string {
  return group === "" ? version : `${group}/${version}`;
}

/** The path of a collection or an object: `/apis/apps/v1/namespaces/default/deployments/web`. */
export function pathOf(
  kind: Pick<RestKind, "group" | "plural" | "version">,
  place: { readonly namespace?: string; readonly name?: string },
): string {
  const root = kind.group === "" ? "/api" : `/apis/${segment(kind.group)}`;
  const where = place.namespace === undefined ? "" : `/namespaces/${segment(place.namespace)}`;
  const which = place.name === undefined ? "" : `/${segment(place.name)}`;
  return `${root}/${segment(kind.version)}${where}/${kind.plural}${which}`;
}

/** Escapes a path segment. A URL parser would resolve `.` and `..`, so their dots are also escaped. */
function segment(text: string): string {
  return text === "." || text === ".." ? text.replaceAll(".", "%2E") : encodeURIComponent(text);
}
