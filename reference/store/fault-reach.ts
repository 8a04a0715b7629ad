import { isDeepStrictEqual } from "node:util";
import { defineFault } from "./fault.ts";
import type { Fault } from "./fault.ts";
import type { WriteRequest } from "../kinds/requests.ts";
import type { Rules } from "../rules/rules.ts";
import { applyVariants } from "./variant.ts";

type Rule = (...given: unknown[]) => unknown;

/** A planted fault whose answers are only compared. */
interface Shadow {
  readonly name: string;
  readonly rules: Rules;
}

/**
 * Determines which faults would make a difference, while the server stays correct. Each rule is called twice: the
 * correct one, whose result counts, and the fault's, whose result is compared. A fault whose results never differ in a
 * case cannot be detected by that case. Two rules need special treatment. A schema only admits requests, on which other
 * rules decide, so the server has the combined schema of all faults. And a reordering of steps only matters if a step
 * refuses.
 */
export class FaultReach {
  /** Observes the rules of the server in which it is planted. Changes only the schema. */
  readonly watcher: Fault;
  #reached = new Set<string>();
  /** Faults that reorder the steps of a write. */
  readonly #reordered = new WeakMap<WriteRequest, readonly string[]>();

  /** `faults` are those to compare. */
  constructor(faults: readonly Fault[]) {
    this.watcher = defineFault({
      name: "none",
      summary: "Nothing is wrong: what faults would do is only compared.",
      breaks: [],
      change: (rules) => this.#watch(this.#notingRefusals(rules), faults),
    });
  }

  /** Names of the faults that made a difference since the last call. */
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
      if (others.length === 0) continue;
      watched.set(name, this.#watched(name, rules, others));
    }
    // A proxy has the type of its target, whatever rules there are.
    return new Proxy(rules, {
      get: (target, name) => watched.get(name) ?? Reflect.get(target, name),
    });
  }

  #watched(name: string, rules: Rules, shadows: readonly Shadow[]): unknown {
    switch (name) {
      case "deliver":
        return this.#deliver(rules, shadows);
      case "schema":
        return (sdl: string) =>
          shadows.reduce((text, shadow) => shadow.rules.schema(text), rules.schema(sdl));
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
        // A known difference is not compared again, but the fault's state must advance.
        if (!this.#reached.has(fault) && !isSame(answer, other)) this.#reached.add(fault);
      }
      return answer;
    };
  }

  /** Other steps make a difference; a reordering only if one of them refuses. */
  #order(rules: Rules, shadows: readonly Shadow[]): Rules["writeSteps"] {
    return (request) => {
      const steps = rules.writeSteps(request);
      const reordered: string[] = [];
      for (const { name, rules: fault } of shadows) {
        const others = fault.writeSteps(request);
        if (isSame(steps, others)) continue;
        if (isSame(new Set(steps), new Set(others))) reordered.push(name);
        else this.#reached.add(name);
      }
      this.#reordered.set(request, reordered);
      return steps;
    };
  }

  /** The only rule with an effect: its result is what it sends, and a fault may also send later. */
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

function ruleOf(rules: Rules, name: string): Rule {
  const rule: unknown = Reflect.get(rules, name);
  if (typeof rule === "function") return (...given) => Reflect.apply(rule, rules, given);
  throw new Error(`there is no rule "${name}"`);
}

/** A fault that throws makes a difference as well. */
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
