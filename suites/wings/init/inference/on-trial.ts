import type { Dialect } from "#targets/graphql";
import type { Trial } from "./trial-requests.ts";

/** What all parts of a trial share. */
export type Shared = Pick<Trial, "means" | "notes" | "refusals">;

export interface TrialPart<Result> {
  readonly shared: Shared;
  readonly work: (trial: Trial) => Promise<Result>;
}

/** Runs part of a trial on its own connection, with the dialect known so far. Undefined if the kind is missing. */
export async function onTrial<Result>(
  dialect: Dialect,
  name: string,
  { shared, work }: TrialPart<Result>,
): Promise<Result | undefined> {
  const kind = dialect.kinds.find((one) => one.name === name);
  if (kind === undefined) return undefined;
  await using target = await shared.means.connect(dialect, name, shared.means.signal);
  return await work({ ...shared, target, kind });
}
