import { agreeing, counted } from "#contract";
import type { LoggedRequest } from "../port/logged-request.ts";

const leftOut: Readonly<Record<string, string>> = {
  Metadata:
    "without bodies: only repeated writes with the same version are visible, not the lost or stored values",
  Request: "without responses: neither the new versions nor the stored objects are visible",
};

export class LevelCount {
  readonly #writes = new Map<string, number>();
  #withoutStored = 0;
  #total = 0;

  count(level: string | undefined, { verb, outcome, stored, side }: LoggedRequest): void {
    if (verb === "read" || verb === "delete") return;
    const name = level ?? "no level";
    this.#writes.set(name, (this.#writes.get(name) ?? 0) + 1);
    this.#total += 1;
    const isOfObject = side === "main" || side === "status";
    if (outcome === "ok" && isOfObject && level === "RequestResponse" && stored === undefined)
      this.#withoutStored += 1;
  }

  limits(): readonly string[] {
    const limits = [...this.#writes].flatMap(([level, count]) => {
      const what = leftOut[level];
      if (what === undefined) return [];
      return [
        `${count} of ${counted(this.#total, "write")} ${agreeing(count, "is", "are")} recorded at level ${level}, ${what}`,
      ];
    });
    if (this.#withoutStored === 0) return limits;
    const cut = counted(this.#withoutStored, "response");
    return [
      ...limits,
      `${cut} at level RequestResponse ${this.#withoutStored === 1 ? "has" : "have"} no object: the log may be truncated (--audit-log-truncate-enabled)`,
    ];
  }
}
