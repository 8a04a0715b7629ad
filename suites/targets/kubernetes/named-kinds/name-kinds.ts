import { TargetUnreachable } from "../../port/target.ts";
import { administeredRestKinds } from "../resources/administered-kinds.ts";
import type { Ask } from "../resources/administrator-rules.ts";
import type { RestKind } from "../resources/rest-kind.ts";
import { builtInKinds } from "./built-in-kinds.ts";
import type { KindNotes } from "../resources/kind-samples.ts";
import { describeResourceName, readResourceName } from "./resource-name.ts";
import type { ResourceName } from "./resource-name.ts";
import { samplesOfSchema } from "./samples-of-schema.ts";
import { findSchema } from "./served-schema.ts";
import { findResource, KindNotServed } from "./served-resource.ts";
import type { ServedResource } from "./served-resource.ts";

/** What naming kinds takes. */
export interface NamingOptions {
  /** Resource names, as kubectl takes them. */
  readonly names: readonly string[];
  /** What the user says about kinds, by resource name. */
  readonly notes: ReadonlyMap<string, KindNotes>;
  /** Where their objects are to live. */
  readonly namespaces: readonly string[];
  /** Sends a request as the administrator. */
  readonly ask: Ask;
  /** The same for what the server serves; it throws where there is no answer. */
  readonly discover: Ask;
  /** Told of each name that the server does not serve, which is left out then. Absent: that is refused. */
  readonly unserved?: (name: string) => void;
}

/**
 * The kinds that the user names, as the server serves them, with values to write: those that the user
 * gives, those that are known of built-in kinds, or those that the schema of the server admits.
 *
 * @throws TargetUnreachable where a kind is not served, where nothing is known to write, or where a
 * controller writes the same statuses.
 */
export async function nameKinds(options: NamingOptions): Promise<readonly RestKind[]> {
  const kinds: RestKind[] = [];
  for (const text of new Set(options.names)) {
    const name = readResourceName(text);
    if (name === undefined) {
      throw new TargetUnreachable(`--kind ${text} is no name of a kind`, { mend: nameMend });
    }
    const kind = await nameKind(text, name, { ...options, others: kinds }).catch((error: unknown) =>
      leftOut(text, error, options),
    );
    if (kind !== undefined) kinds.push(kind);
  }
  return kinds;
}

function leftOut(text: string, error: unknown, { unserved }: NamingOptions): undefined {
  if (unserved === undefined || !(error instanceof KindNotServed)) throw error;
  unserved(text);
}

/** Kinds are known by what the server calls them; objects of the administered ones are what a run stands on. */
function refuseTaken(text: string, literal: string, others: readonly RestKind[]): void {
  if ([...administeredRestKinds, ...others].every(({ name }) => name !== literal)) return;
  throw new TargetUnreachable(`${text} cannot be tried: there is another ${literal}`, {
    mend: "Try each of two kinds of the same name in a run of its own; leave out those that the suite needs itself.",
  });
}

const nameMend =
  "Write it as `kubectl api-resources -o name` lists it, for instance deployments.apps.";

async function nameKind(
  text: string,
  name: ResourceName,
  {
    notes: told,
    namespaces,
    ask,
    discover,
    others,
  }: NamingOptions & { readonly others: readonly RestKind[] },
): Promise<RestKind> {
  const short = describeResourceName(name);
  const notes = { ...builtInKinds.get(short), ...told.get(short), ...told.get(text) };
  const resource = await findResource(name, discover);
  refuseTaken(text, resource.literal, others);
  if (notes.isControlled === true) await refuseControlled(short, ask);
  const { literal, plural, group, version, scope, hasStatus } = resource;
  return {
    name: literal,
    literal,
    plural,
    group,
    version,
    scope,
    namespaces: scope === "namespaced" ? namespaces : [],
    hasStatus,
    samples: notes.samples ?? (await samplesFor(short, resource, ask)),
    ...(notes.beginsWithStatus === true ? { statusDefault: {} } : {}),
    isRuntime: true,
    body: "spec",
    notes,
  };
}

async function samplesFor(
  name: string,
  resource: ServedResource,
  ask: Ask,
): Promise<RestKind["samples"]> {
  const schema = await findSchema(resource, ask);
  const reading =
    schema === undefined
      ? ({ isMade: false, problem: "the API server has no schema of it" } as const)
      : samplesOfSchema(schema, resource);
  if (reading.isMade) return reading.samples;
  throw new TargetUnreachable(`nothing is known to write to ${name}: ${reading.problem}`, {
    mend: `Give three specs, three statuses and the counter of ${name} in a file, with --kind-file.`,
  });
}

/** Two writers of the same statuses would see each other's writes, and blame the server for them. */
async function refuseControlled(name: string, ask: Ask): Promise<void> {
  const lease = await ask({
    method: "GET",
    path: "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-controller-manager",
    query: {},
  });
  if (lease === undefined) return;
  throw new TargetUnreachable(`the controllers of Kubernetes run here, and write to ${name} too`, {
    mend: `Try ${name} on a server without them, as envtest starts one; where they are stopped, say isControlled: false of it with --kind-file.`,
  });
}
