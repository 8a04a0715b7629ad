import { isDeepStrictEqual } from "node:util";
import { defineFault } from "./fault.ts";
import type { Fault } from "./fault.ts";
import type { WriteRequest } from "../kinds/store-requests.ts";
import type { Rules } from "../rules/rules.ts";
import { applyVariants } from "./variant.ts";

type Rule = (...given: unknown[]) => unknown;

/** A fault whose results are only compared with the correct ones. */
interface Shadow {
  readonly name: string;
  readonly rules: Rules;
}

/**
 * Determines which faults would make a difference, while the server stays correct. For each call, uses the result of
 * the correct rule, and compares the results of all faulty rules with it. A case in which the results of a fault never
 * differ cannot detect the fault. Two rules are special. The schema only decides which requests are
 * admitted, so the server has the combined schema of all faults. The order of steps matters only if a step rejects.
 */
export class FaultReach {
  /** The fault to inject into the server to observe its rules. It changes only the schema. */
  readonly watcher: Fault;
  readonly #hidden: ReadonlySet<string>;
  #reached = new Set<string>();
  /** The names of the faults that only reorder a write's steps, by write. */
  readonly #reordered = new WeakMap<WriteRequest, readonly string[]>();

  /** Compares `faults`, except in rules whose results are `hidden` from clients. */
  constructor(faults: readonly Fault[], hidden: readonly (keyof Rules)[] = []) {
    this.#hidden = new Set(hidden);
    this.watcher = defineFault({
      name: "none",
      summary: "A correct server that compares its results with those of faults.",
      breaks: [],
      change: (rules) => this.#watch(this.#notingRefusals(rules), faults),
    });
  }

  /** Returns the names of the faults that have made a difference since the last call. */
  take(): readonly string[] {
    const reached = [...this.#reached];
    this.#reached = new Set();
    return reached;
  }

  #notingRefusals(rules: Rules): Rules {
    return {
      ...rules,
      refused: (request, refusal, stored) => {
        for (const fault of this.#reordered.get(request) ?? []) this.#reached.add(fault);
        return rules.refused(request, refusal, stored);
      },
    };
  }

  #watch(rules: Rules, faults: readonly Fault[]): Rules {
    const shadows = faults.map((fault) => ({
      name: fault.name,
      rules: applyVariants(rules, [fault]),
    }));
    const watched = new Map<string | symbol, unknown>();
    for (const name of Object.keys(rules)) {
      const right: unknown = Reflect.get(rules, name);
      const others = shadows.filter((shadow) => Reflect.get(shadow.rules, name) !== right);
      if (others.length === 0 || this.#hidden.has(name)) continue;
      watched.set(name, this.#watched(name, rules, others));
    }
    const schemas = faults.map((fault) => applyVariants({ ...rules, schema: same }, [fault]));
    watched.set("schema", (sdl: string) =>
      schemas.reduce((text, { schema }) => schema(text), rules.schema(sdl)),
    );
    // A Proxy keeps the type of its target, so the rules need not be listed.
    return new Proxy(rules, {
      get: (target, name) => watched.get(name) ?? Reflect.get(target, name),
    });
  }

  #watched(name: string, rules: Rules, shadows: readonly Shadow[]): unknown {
    switch (name) {
      case "deliver":
        return this.#deliver(rules, shadows);
      case "writeSteps":
        return this.#order(rules, shadows);
      default:
        return this.#ask(name, rules, shadows);
    }
  }

  #ask(name: string, rules: Rules, shadows: readonly Shadow[]): Rule {
    const right = ruleOf(rules, name);
    const others = shadows.map((shadow) => ({ ...shadow, rule: ruleOf(shadow.rules, name) }));
    return (...given) => {
      const answer = right(...given);
      for (const { name: fault, rule } of others) {
        const other = answerOf(rule, given);
        // A fault with a known difference needs no comparison. Its rule is still called, because the state of the fault
        // must advance.
        if (!this.#reached.has(fault) && !isSame(answer, other)) this.#reached.add(fault);
      }
      return answer;
    };
  }

  /**
   * Finds the faults that change the steps of a write. Other steps, and steps after the commit, always make a
   * difference. The same steps in another order make a difference only if one of them rejects.
   */
  #order(rules: Rules, shadows: readonly Shadow[]): Rules["writeSteps"] {
    return (request) => {
      const steps = rules.writeSteps(request);
      const reordered: string[] = [];
      for (const { name, rules: fault } of shadows) {
        const others = fault.writeSteps(request);
        if (isSame(steps, others)) continue;
        const isLonger = isSame(steps, others.slice(0, steps.length));
        if (!isLonger && isSame(new Set(steps), new Set(others))) reordered.push(name);
        else this.#reached.add(name);
      }
      this.#reordered.set(request, reordered);
      return steps;
    };
  }

  /**
   * Finds the faults that change deliveries. `deliver` is the only rule with a side effect: the events that it sends
   * are its result. A fault may send them later.
   */
  #deliver(rules: Rules, shadows: readonly Shadow[]): Rules["deliver"] {
    return (event, watcher, send) => {
      const sent: unknown[] = [];
      rules.deliver(event, watcher, (one) => {
        sent.push(one);
        send(one);
      });
      for (const shadow of shadows) {
        const others: unknown[] = [];
        let isLate = false;
        shadow.rules.deliver(event, watcher, (one) => {
          others.push(one);
          if (isLate) this.#reached.add(shadow.name);
        });
        isLate = true;
        if (!isSame(sent, others)) this.#reached.add(shadow.name);
      }
    };
  }
}

function same(sdl: string): string {
  return sdl;
}

function ruleOf(rules: Rules, name: string): Rule {
  const rule: unknown = Reflect.get(rules, name);
  if (typeof rule === "function") return (...given) => Reflect.apply(rule, rules, given);
  throw new Error(`there is no rule "${name}"`);
}

/** Returns the result of a rule, or the error that it throws. A fault that throws also makes a difference. */
function answerOf(rule: Rule, given: unknown[]): unknown {
  try {
    return rule(...given);
  } catch (error) {
    return error;
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || isDeepStrictEqual(one, other);
}
