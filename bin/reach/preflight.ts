import { describeRefusal } from "#contract";
import type { IdentityName, Limits, Outcome, WatchEnd } from "#contract";
import { scopedSignal, TargetUnreachable } from "#targets";
import type { KindDescription, Target } from "#targets";
import { watchFixFor } from "./connect-target.ts";
import { UsageError } from "../process/program-errors.ts";

/** Roles that can read. If the target rejects one of them as unauthenticated, its credential is invalid. */
const readers = ["author", "controller", "reader"] as const;

/**
 * Sends a read for each role that can read, and opens a watch, before the first check. Otherwise, an invalid credential
 * or a closed socket would show as hundreds of inconclusive checks.
 *
 * @throws UsageError when a credential is rejected.
 * @throws TargetUnreachable when there is no response, or the connection for watches cannot be used.
 */
export async function preflight(
  target: Target,
  limits: Pick<Limits, "connectMs">,
  signal: AbortSignal,
): Promise<void> {
  const { description } = target;
  const kind = description.kinds[0];
  if (kind === undefined) return;
  const known = readers.filter((identity) => description.identities.includes(identity));
  using limit = scopedSignal({ limitMs: limits.connectMs, within: [signal] });
  await Promise.all([
    ...known.map((identity) => tryRead(target, { kind, identity }, limit.signal)),
    tryWatch(target, kind, limit.signal),
  ]);
}

async function tryRead(
  target: Target,
  attempt: { readonly kind: KindDescription; readonly identity: IdentityName },
  signal: AbortSignal,
): Promise<void> {
  const { kind, identity } = attempt;
  const namespace = kind.namespaces[0];
  const name = "conformance-preflight";
  const key = { kind: kind.name, name, ...(namespace === undefined ? {} : { namespace }) };
  const { outcome } = await target.execute({ verb: "read", identity, key }, signal);
  checkRead(outcome, identity);
}

function checkRead(outcome: Outcome, identity: IdentityName): void {
  if (outcome.result === "unknown") {
    throw new TargetUnreachable(
      `the first read as ${identity} got no response: ${outcome.detail}`,
      {
        fix: "Check that the endpoint is up and responds in time, or raise --timeout.",
      },
    );
  }
  if (outcome.result !== "refused" || outcome.refusal.reason !== "unauthenticated") return;
  throw wrongCredential(identity, `the first read was ${describeRefusal(outcome.refusal)}`);
}

async function tryWatch(target: Target, kind: KindDescription, signal: AbortSignal): Promise<void> {
  if (!target.description.identities.includes("controller")) return;
  if (kind.operations.watch.length === 0) return;
  const namespace = kind.namespaces[0];
  const ends: WatchEnd[] = [];
  const watch = await target.watch(
    {
      verb: "watch",
      identity: "controller",
      kind: kind.name,
      ...(namespace === undefined ? {} : { namespace }),
    },
    { event: () => {}, ended: (end) => ends.push(end) },
    signal,
  );
  await watch[Symbol.asyncDispose]();
  // The checks judge rejected watches. Without a connection, they would have nothing to judge.
  const lost = ends.find((end) => end.end === "lost");
  if (lost === undefined) return;
  throw new TargetUnreachable(`cannot open a connection for watches: ${lost.detail}`, {
    fix: watchFixFor(target.description.protocol),
  });
}

function wrongCredential(identity: IdentityName, what: string): UsageError {
  return new UsageError(`the endpoint does not accept the credential of ${identity}: ${what}`, {
    fix: `Pass a valid credential with --identity ${identity}=env:VARIABLE.`,
  });
}
