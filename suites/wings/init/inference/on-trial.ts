import type { Dialect } from "#targets/graphql";
import type { Trial } from "./draft.ts";

/** What all parts of a trial share. */
export type Shared = Pick<Trial, "means" | "notes" | "refusals">;

/** A part of a trial, and what it shares with the others. */
export interface TrialPart<Result> {
  readonly shared: Shared;
  readonly work: (trial: Trial) => Promise<Result>;
}

/** Does a part of a trial on a connection of its own, by the dialect as it is known by then. Undefined without the kind. */
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
