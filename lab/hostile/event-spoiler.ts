import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { Means } from "./defects/defect.ts";
import type { HostileCase } from "./hostile-case.ts";
import type { Moment } from "./moment.ts";

export interface Shared {
  readonly case: HostileCase;
  readonly moment: Moment;
  readonly means: () => Means;
}

const keptEvents = 16;

export class EventSpoiler {
  readonly #shared: Shared;
  readonly #earlier: JsonObject[] = [];

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  results(honest: unknown): readonly unknown[] {
    const { strike } = this.#shared.case.defect;
    if (strike.at !== "event") return [honest];
    const found = eventIn(honest);
    if (found === undefined || !this.#shared.moment.take()) return [honest];
    const events = strike.rewrite({ ...this.#shared.means(), ...found, earlier: this.#earlier });
    this.#earlier.push(found.event);
    if (this.#earlier.length > keptEvents) this.#earlier.shift();
    return events.map((event) => ({ data: { [found.field]: event } }));
  }
}

function eventIn(
  result: unknown,
): { readonly field: string; readonly event: JsonObject } | undefined {
  const data = isJsonObject(result) ? result["data"] : undefined;
  if (!isJsonObject(data)) return undefined;
  for (const [field, event] of Object.entries(data)) {
    if (field.startsWith("watch") && isJsonObject(event)) return { field, event };
  }
  return undefined;
}
