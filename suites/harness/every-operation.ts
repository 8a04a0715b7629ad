import type { Command, IdentityName, Verb } from "#contract";
import type { CheckContext, Fixture } from "./check.ts";
import { listOf, sampleSpec, sampleStatus, specWrite, statusWrite } from "./commands.ts";
import { tryDenials } from "./denial.ts";
import type { DenialTrial } from "./denial.ts";

/** Which operations to try, and as whom. */
export interface EveryOperation {
  /** In the order in which the positive controls are sent: `delete` belongs to the end. */
  readonly verbs: readonly Verb[];
  readonly denied: IdentityName;
}

/**
 * Tries as an identity that may not what the kind offers for the verbs. Where it offers several
 * operations for a verb (a typed and a generic one), all of them are tried: the first one of each verb
 * on one object, the second one of each on another, and so on.
 */
export function tryEveryOperation(
  context: CheckContext,
  wanted: EveryOperation,
): Promise<readonly DenialTrial[]> {
  const rounds = Math.max(...wanted.verbs.map((verb) => context.kind.operations[verb].length));
  const tryRound = async (round: number): Promise<DenialTrial> => {
    const fixture = await context.fixture();
    const commands = permittedCommands(context, { verbs: wanted.verbs, fixture, round });
    return tryDenials(
      context,
      commands.map((command) => ({ command, denied: [wanted.denied] })),
    );
  };
  return Promise.all(Array.from({ length: rounds }, (_, round) => tryRound(round)));
}

/** On which object, and through which of the operations of each verb. */
export interface CommandRound {
  readonly verbs: readonly Verb[];
  readonly fixture: Fixture;
  /** The operation of each verb, counted from 0. */
  readonly round: number;
}

/**
 * One command for each verb that has so many operations, as the identity sends it that may: the author,
 * or the controller for a status write. A creation is one of a new object, everything else is about the fixture.
 */
export function permittedCommands(
  context: CheckContext,
  { verbs, fixture, round }: CommandRound,
): readonly Command[] {
  return verbs.flatMap((verb) => {
    const via = context.kind.operations[verb][round];
    return via === undefined ? [] : [{ ...permittedCommand(context, verb, fixture), via }];
  });
}

function permittedCommand(context: CheckContext, verb: Verb, { key, object }: Fixture): Command {
  const { resourceVersion } = object.metadata;
  const spec = sampleSpec(context, 1);
  const labels = Object.keys(context.label).length === 0 ? {} : { labels: context.label };
  switch (verb) {
    case "create":
      return { verb, identity: "author", key: context.unusedKey(), spec, ...labels };
    case "read":
      return { verb, identity: "author", key };
    case "list":
      return { ...listOf(context, key), identity: "author" };
    case "update":
      return specWrite(key, { resourceVersion, spec });
    case "updateStatus":
      return statusWrite(context, key, { resourceVersion, status: sampleStatus(context, 0) });
    case "patchStatus": {
      const patch = { status: sampleStatus(context, 0) };
      return { verb, identity: "controller", key, resourceVersion, format: "merge", patch };
    }
    case "delete":
      return { verb, identity: "author", key };
  }
}
