import type { Dialect } from "#targets/graphql";
import { withFreshVersions } from "./fresh-versions.ts";
import type { Trial } from "./trial-requests.ts";

export type Shared = Pick<Trial, "means" | "notes" | "receipts" | "refusals">;

export interface TrialPart<Result> {
  readonly shared: Shared;
  readonly work: (trial: Trial) => Promise<Result>;
}

const disturbed =
  "another client modified init's test objects, so dialect entries may be wrong: stop that client and run init again";

/**
 * Runs a probe on its own connection, with the dialect known so far. Resolves with undefined if the kind is missing.
 */
export async function onTrial<Result>(
  dialect: Dialect,
  name: string,
  { shared, work }: TrialPart<Result>,
): Promise<Result | undefined> {
  const kind = dialect.kinds.find((one) => one.name === name);
  if (kind === undefined) return undefined;
  const { means, notes } = shared;
  await using connected = await means.connect(dialect, name, means.signal);
  const target = withFreshVersions(connected, () => notes.note(["kinds", name], "low", disturbed));
  return await work({ ...shared, target, kind });
}
