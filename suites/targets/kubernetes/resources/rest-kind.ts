import type { JsonObject, RequirementId } from "#contract";
import type { StatusForm } from "./status-form.ts";
import type { KindNotes } from "./kind-samples.ts";
import type { KindSamples } from "../../port/target.ts";
import type { KindShapes } from "../../port/value-shape.ts";

/** How an API server serves one kind. */
export interface RestKind {
  /** What checks call it. */
  readonly name: string;
  /** What the server calls it, in `kind`. */
  readonly literal: string;
  /** The name in paths: `widgets`. */
  readonly plural: string;
  /** `""` for the core group. */
  readonly group: string;
  readonly version: string;
  /** Further versions in which the same fields are served. None by default. */
  readonly otherVersions?: readonly string[];
  readonly scope: "namespaced" | "cluster";
  /** Namespaces in which objects may be created. Empty for cluster-scoped kinds. */
  readonly namespaces: readonly string[];
  readonly hasStatus: boolean;
  readonly samples: KindSamples;
  readonly shapes?: KindShapes;
  /** The status that every new object has by default. None by default. */
  readonly statusDefault?: JsonObject;
  /** Where its status is more, or other, than checks write. Absent: it is what they write. */
  readonly statusForm?: StatusForm;
  /** Whether fields that its schema does not name are kept. They are dropped by default. */
  readonly keepsUnknown?: boolean;
  /** Whether it is registered for the run. */
  readonly isRuntime: boolean;
  /**
   * Where the fields stand that a command calls the spec: in `spec`, or beside `metadata` for kinds
   * that have none, such as roles.
   */
  readonly body: "spec" | "root";
  /** What is known of it beside its schema. Absent: it is like kinds with a definition of the suite's own. */
  readonly notes?: KindNotes;
  /** Why requirements are not asked of it. All by default. */
  readonly excuses?: Readonly<Partial<Record<RequirementId, string>>>;
  /** Why nothing can be written to a status of it. Absent: something can, or the kind is there to have none. */
  readonly withoutStatus?: string;
  /** Whether only the administrator may write it: what the suite needs, and not what it tests. */
  readonly isAdministered?: boolean;
}

/** The value of `apiVersion`: `v1`, or `apps/v1`. */
export function apiVersionOf({ group, version }: Pick<RestKind, "group" | "version">): string {
  return group === "" ? version : `${group}/${version}`;
}

/** The path of a collection, or of one object in it: `/apis/apps/v1/namespaces/default/deployments/web`. */
export function pathOf(
  kind: Pick<RestKind, "group" | "plural" | "version">,
  place: { readonly namespace?: string; readonly name?: string },
): string {
  const root = kind.group === "" ? "/api" : `/apis/${segment(kind.group)}`;
  const where = place.namespace === undefined ? "" : `/namespaces/${segment(place.namespace)}`;
  const which = place.name === undefined ? "" : `/${segment(place.name)}`;
  return `${root}/${segment(kind.version)}${where}/${kind.plural}${which}`;
}

/** A dot alone would be resolved away by a URL parser. */
function segment(text: string): string {
  return text === "." || text === ".." ? text.replaceAll(".", "%2E") : encodeURIComponent(text);
}
