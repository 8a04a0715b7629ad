import { isDemanded } from "#contract";
import type { Feature, ResourceVersion } from "#contract";
import type { Excuses, KindDescription, Prerequisite, TrialKind } from "../../port/target.ts";
import { administeredKinds } from "../resources/administered-kinds.ts";
import { describeKinds } from "./describe-kinds.ts";
import type { KindNotes } from "../resources/kind-samples.ts";
import { nameKinds } from "../named-kinds/name-kinds.ts";
import type { NamingOptions } from "../named-kinds/name-kinds.ts";
import { expiredVersion, kubernetesFeatures } from "../resources/kubernetes-features.ts";
import { ownKinds, trialKind } from "../resources/own-kinds.ts";
import type { OwnKindPlaces } from "../resources/own-kinds.ts";
import type { RestKind } from "../resources/rest-kind.ts";

export interface NamedKinds {
  /** Kind names as kubectl lists them: `deployments.apps`. At least one. */
  readonly names: readonly string[];
  /** The user's notes, keyed by resource name. */
  readonly notes: ReadonlyMap<string, KindNotes>;
  /**
   * Called for each kind that the server does not serve. The kind is then skipped. If absent, such a kind is an error.
   */
  readonly unserved?: (name: string) => void;
}

export interface RunKinds {
  readonly served: readonly RestKind[];
  readonly described: readonly KindDescription[];
  readonly definitions: readonly Prerequisite[];
  readonly trials: readonly TrialKind[];
  readonly features: readonly Feature[];
  /** A version older than all events that the server retains. Absent if unknown. */
  readonly expiredVersion?: ResourceVersion;
}

export function broughtKinds(places: OwnKindPlaces, withdrawn: readonly Feature[]): RunKinds {
  const own = ownKinds(places);
  const trials = ["A", "B", "C", "D", "E"].map((letter) => trialKind(places, `Trial${letter}`));
  const kinds = own.map(({ kind }) => kind);
  return {
    served: [...kinds, ...trials.map(({ kind }) => kind)],
    described: describeKinds(kinds, withdrawn),
    definitions: own.map(({ definition }) => definition),
    trials: trials.map(({ kind, definitions }) => ({
      key: { kind: administeredKinds.definition, name: `${kind.plural}.${kind.group}` },
      definitions,
      kind: describedAlone(kind, withdrawn),
      defaulted: "rank",
    })),
    features: kubernetesFeatures,
    expiredVersion,
  };
}

/**
 * Resolves with the kinds that the user names, and the remaining features.
 *
 * @throws TargetUnreachable if a kind is not served, or no valid value is known.
 */
export async function namedKinds(
  named: NamedKinds,
  { namespaces }: OwnKindPlaces,
  asking: Pick<NamingOptions, "ask" | "discover" | "remark" | "tryOn"> & {
    readonly withdrawn: readonly Feature[];
    /** Requirements that do not apply to any kind, with reasons. None by default. */
    readonly excuses?: Excuses;
  },
): Promise<RunKinds> {
  const found = await nameKinds({ ...named, namespaces, ...asking });
  const served = found.map((kind) => ({
    ...kind,
    excuses: { ...kind.excuses, ...asking.excuses },
  }));
  const described = describeKinds(served, asking.withdrawn);
  const isOffered = (feature: Feature): boolean => {
    if (feature === "kinds.runtime") return false;
    // For a kind that was served before the run, no expired version is known.
    if (feature === "watch.expiry") return false;
    if (feature === "kinds.withoutStatus") return served.some(({ hasStatus }) => !hasStatus);
    return described.some(
      ({ lacks = [], unsupported = [] }) =>
        !lacks.includes(feature) || (unsupported.includes(feature) && isDemanded(feature)),
    );
  };
  const features = kubernetesFeatures.filter(isOffered);
  return { served, described, definitions: [], trials: [], features };
}

function describedAlone(kind: RestKind, withdrawn: readonly Feature[]): KindDescription {
  const [description] = describeKinds([kind], withdrawn);
  if (description === undefined) throw new Error("a kind has a description");
  return description;
}
