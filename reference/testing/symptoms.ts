import type { JsonObject, JsonValue } from "#contract";
import { startReference } from "../server/start-reference.ts";
import type { Fault } from "../store/fault.ts";
import { bucketOf } from "./bucket-writer.ts";
import type { BucketWriter } from "./bucket-writer.ts";
import { at } from "./reference-client.ts";
import type { Reply } from "./reference-client.ts";

export interface Symptom {
  /** The actions of a client. Initially, there is a Bucket `default/web` in the region `eu` without a status. */
  readonly act: (bucket: BucketWriter) => Promise<JsonValue>;
  readonly right: JsonValue;
  readonly wrong: JsonValue;
}

export async function compare(
  fault: Fault,
  act: Symptom["act"],
): Promise<{ readonly right: JsonValue; readonly wrong: JsonValue }> {
  const seen: JsonValue[] = [];
  for (const faults of [[], [fault]]) {
    await using server = await startReference({ faults });
    const bucket = bucketOf(server);
    await bucket.create();
    seen.push(await act(bucket));
  }
  const [right = null, wrong = null] = seen;
  return { right, wrong };
}

export function used(usedObjects: number): JsonObject {
  return { usedObjects };
}

export function answer({ code }: Reply): JsonValue {
  return code ?? "accepted";
}

export function statusOf({ value }: Reply): JsonValue {
  return at(value, "status") ?? null;
}
