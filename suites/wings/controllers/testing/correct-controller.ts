import type { JsonObject } from "#contract";
import type { StepOptions } from "./history-fixture.ts";
import { owning, HistoryFixture } from "./history-fixture.ts";

/** `choice` selects a variant. */
export interface Happening {
  readonly what:
    | "reconcile"
    | "edit"
    | "label"
    | "rival"
    | "conflict"
    | "lost"
    | "restart"
    | "relist"
    | "again"
    | "delete"
    | "wait";
  readonly choice: number;
  readonly afterMs: number;
}

export type WriterEvidence = "driver" | "managers" | "nobody";

/**
 * A correct controller of an object that other clients write as well: it grants what the spec requests, reports
 * readiness when the external system is ready, and updates the transition time when a condition changes.
 */
export class CorrectController {
  readonly fixture: HistoryFixture;
  readonly #evidence: WriterEvidence;
  readonly #hasFractions: boolean;
  #clockMs = 1_000_000;
  #isWorldReady = false;
  #turnedMs = 0;
  #edits = 0;

  constructor(evidence: WriterEvidence, hasFractions: boolean) {
    this.#evidence = evidence;
    this.#hasFractions = hasFractions;
    this.fixture = new HistoryFixture();
    if (evidence === "driver") this.fixture.controller("started");
    this.fixture.create({ spec: { instance: "i0" } }, this.#as("author", {}));
  }

  happen({ what, choice, afterMs }: Happening): void {
    this.#clockMs += afterMs;
    const { fixture } = this;
    switch (what) {
      case "reconcile":
        return this.#reconcile(choice, afterMs);
      case "edit":
        this.#edits += 1;
        fixture.edit(
          { instance: `i${choice % 3}`, note: this.#edits },
          this.#as("author", { afterMs }),
        );
        return;
      case "label":
        fixture.mark({ labels: { color: `${choice % 4}` } }, this.#as("author", { afterMs }));
        return;
      case "rival":
        return this.#rival(choice, afterMs);
      case "conflict":
        return this.#conflict(choice, afterMs);
      case "lost":
        return this.#lose(choice);
      case "restart":
        if (this.#evidence !== "driver") return;
        fixture.controller("stopped").wait(afterMs).controller("started");
        return;
      case "relist":
        fixture.relist().again();
        return;
      case "again":
        fixture.again();
        return;
      case "delete":
        fixture.gone(afterMs);
        fixture.create({ spec: { instance: "i0" } }, this.#as("author", {}));
        return;
      case "wait":
        // No report of a running controller takes as long as the limit.
        fixture.wait(Math.min(afterMs, 1000));
        return;
    }
  }

  #reconcile(choice: number, afterMs: number): void {
    this.#turnWorld(choice % 3 !== 0);
    const desired = this.#desired(this.fixture.object.metadata.generation ?? 0);
    if (JSON.stringify(desired) === JSON.stringify(this.fixture.object.status ?? {})) return;
    this.fixture.report(desired, this.#as("controller", { afterMs, fields: this.#fields() }));
  }

  /** Keeps each state of the external system for at least 2.5 s. */
  #turnWorld(isReady: boolean): void {
    if (this.#isWorldReady === isReady || this.#clockMs - this.#turnedMs < 2500) return;
    this.#isWorldReady = isReady;
    this.#turnedMs = this.#clockMs;
  }

  /**
   * The author writes before the flush. The flush then repeats the changes that were staged for the generation at its
   * start.
   */
  #conflict(choice: number, afterMs: number): void {
    if (this.#evidence !== "driver") return;
    const started = this.fixture.object.metadata.generation ?? 0;
    const staged = this.#desired(started);
    const precondition = this.fixture.version;
    if (choice % 2 === 0) {
      this.#edits += 1;
      this.fixture.edit(
        { instance: `i${choice % 3}`, note: this.#edits },
        this.#as("author", { afterMs }),
      );
    } else this.#rival(choice, afterMs);
    this.fixture.refuse("conflict", { status: staged, precondition, afterMs: 10 });
    const { status = {} } = this.fixture.object;
    const merged = {
      ...staged,
      ...(status["rival"] === undefined ? {} : { rival: status["rival"] }),
    };
    if (JSON.stringify(merged) === JSON.stringify(status)) return;
    this.fixture.report(merged, this.#as("controller", { afterMs: 10, fields: this.#fields() }));
  }

  #lose(choice: number): void {
    if (this.#evidence !== "driver") return;
    this.#turnWorld(choice % 2 === 0);
    const desired = this.#desired(this.fixture.object.metadata.generation ?? 0);
    if (JSON.stringify(desired) === JSON.stringify(this.fixture.object.status ?? {})) return;
    this.fixture.lose(desired).repeat();
  }

  #rival(choice: number, afterMs: number): void {
    const { status = {} } = this.fixture.object;
    const next = { ...status, rival: choice };
    if (status["rival"] === choice) return;
    this.fixture.report(next, this.#as("rival", { afterMs, fields: { "f:rival": {} } }));
  }

  #desired(generation: number): JsonObject {
    const { status = {}, spec = {} } = this.fixture.object;
    const value = this.#isWorldReady ? "True" : "False";
    const { conditions } = status;
    const [earlier] = Array.isArray(conditions) ? conditions : [];
    const isFlip = earlier === undefined || earlier.status !== value;
    const lastTransitionTime = isFlip ? this.#now() : earlier.lastTransitionTime;
    const ready = {
      type: "Ready",
      status: value,
      lastTransitionTime,
      observedGeneration: generation,
    };
    const rival = status["rival"];
    return {
      observedGeneration: generation,
      instance: spec["instance"] ?? null,
      conditions: [ready],
      ...(rival === undefined ? {} : { rival }),
    };
  }

  #now(): string {
    const time = new Date(this.#clockMs).toISOString();
    return this.#hasFractions ? time : time.replace(/\.\d+/u, "");
  }

  #fields(): JsonObject {
    return { "f:observedGeneration": {}, "f:instance": {}, "f:conditions": {} };
  }

  #as(
    by: "controller" | "author" | "rival",
    { afterMs = 1000, fields = {} }: { readonly afterMs?: number; readonly fields?: JsonObject },
  ): StepOptions {
    switch (this.#evidence) {
      case "driver":
        return { by, afterMs };
      case "managers":
        return { afterMs, managers: [owning("rival", { "f:rival": {} }), owning(by, fields)] };
      case "nobody":
        return { afterMs };
    }
  }
}
