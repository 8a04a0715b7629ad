import type { JsonObject, Resource } from "#contract";
import type { Reconciler } from "../runtime/reconciler.ts";
import type { StagedStatus } from "../status-writer/staged-status.ts";

export type Grant =
  | { readonly grant: "granted" }
  | { readonly grant: "refused"; readonly reason: string; readonly message: string };

export interface Instances {
  /** Rejects if the backend is unreachable. */
  readonly request: (bucket: Resource, instance: string) => Promise<Grant>;
  readonly release: (uid: string) => void;
}

/**
 * Acknowledges the instance that a bucket requests by copying it to the status. Rejects a request by omitting the
 * instance and stating the reason in a condition. Never changes the request. Another controller reports the usage
 * (`status.usedObjects`).
 */
export function bucketReconciler(instances: Instances): Reconciler {
  return {
    kind: "Bucket",
    reconcile: async (staged) => {
      const { metadata, spec = {} } = staged.object;
      if (metadata.deletionTimestamp !== undefined) return reportRemoval(staged, instances);
      const instance = textAt(spec, "instance");
      if (instance === "") return refuse(staged, "NothingRequested", "spec.instance is not set");
      // Staged before the backend is called, so that the change is flushed even if the call fails. The instance of an
      // earlier grant must not acknowledge a new request.
      if (staged.object.status?.["instance"] !== instance) staged.clear("instance");
      staged.set("phase", "Pending");
      staged.condition({ type: "Ready", status: "False", reason: "BackendUnavailable" });
      const answer = await instances.request(staged.object, instance);
      if (answer.grant === "refused") return refuse(staged, answer.reason, answer.message);
      staged.set("instance", instance);
      staged.set("phase", "Ready");
      staged.condition({ type: "Ready", status: "True", reason: "Granted" });
    },
    forget: ({ metadata }: Resource) => instances.release(metadata.uid),
  };
}

function refuse(staged: StagedStatus, reason: string, message: string): void {
  staged.clear("instance");
  staged.set("phase", "Failed");
  staged.condition({ type: "Ready", status: "False", reason, message });
}

function reportRemoval(staged: StagedStatus, instances: Instances): void {
  instances.release(staged.object.metadata.uid);
  staged.condition({ type: "Ready", status: "False", reason: "Terminating" });
}

function textAt(spec: JsonObject, member: string): string {
  const value = spec[member];
  return typeof value === "string" ? value : "";
}

/** The maximum quota of an instance, in MiB. */
const largestQuotaMebibytes = 1024;

/** A region whose backend is unreachable. */
export const offlineRegion = "offline";

/** Grants every request up to the maximum quota. Rejects in the offline region. */
export function modestInstances(): Instances {
  return {
    request: ({ spec = {} }) => {
      if (spec["region"] === offlineRegion) {
        return Promise.reject(new Error(`the backend of region ${offlineRegion} does not respond`));
      }
      const quota = spec["quotaMebibytes"];
      const isGranted = typeof quota !== "number" || quota <= largestQuotaMebibytes;
      return Promise.resolve(isGranted ? { grant: "granted" } : tooLarge(quota));
    },
    release: () => {},
  };
}

function tooLarge(quota: number): Grant {
  const message = `${quota} MiB exceeds the limit of ${largestQuotaMebibytes} MiB per instance`;
  return { grant: "refused", reason: "QuotaTooLarge", message };
}
