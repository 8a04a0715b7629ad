import { isDeepStrictEqual } from "node:util";
import type { Feature } from "#contract";
import type { Rules } from "../rules/rules.ts";
import type { Freedom } from "./freedom.ts";

type Rule = (...given: unknown[]) => unknown;

interface InnerCall {
  readonly given: readonly unknown[];
  readonly answer: unknown;
}

/**
 * Determines which freedoms have had an effect in a server with several freedoms. Compares each rule of a freedom with
 * the rule that it replaces, without additional calls: a freedom has an effect if it returns a different result than
 * the replaced rule, or does not call that rule with the same arguments.
 */
export class FreedomEffects {
  readonly #seen = new Set<string>();

  get seen(): readonly string[] {
    return [...this.#seen];
  }

  /**
   * Records the freedoms that only withdraw features as effective if the client finds that all of these features are
   * missing.
   */
  missing(isMissing: (feature: Feature) => boolean, freedoms: readonly Freedom[]): void {
    for (const { name, withdraws = [], isAbsence } of freedoms) {
      if (isAbsence === true && withdraws.every(isMissing)) this.#seen.add(name);
    }
  }

  /**
   * Returns the same freedoms, with their effects recorded here. Effects in rules that another freedom hides do not
   * count.
   */
  watch(freedoms: readonly Freedom[]): readonly Freedom[] {
    return freedoms.map((freedom) => {
      const others = freedoms.filter((other) => other !== freedom);
      const hidden = new Set<string>(others.flatMap(({ hides = [] }) => hides));
      return { ...freedom, change: (rules) => this.#watched(freedom, rules, hidden) };
    });
  }

  #watched(freedom: Freedom, rules: Rules, hidden: ReadonlySet<string>): Partial<Rules> {
    const calls = new Map<string | symbol, InnerCall[]>();
    // A Proxy keeps the type of its target, so the rules need not be listed.
    const inner = new Proxy(rules, {
      get: (target, name) => {
        const rule: unknown = Reflect.get(target, name);
        return isRule(rule) ? this.#noting(rule, calls, name) : rule;
      },
    });
    const changed = freedom.change(inner);
    const names = Object.keys(changed).filter((name) => !hidden.has(name));
    // For a freedom that changes other rules in addition to the schema, a changed schema does not count as an effect.
    const comparedRules = new Set(
      names.some((name) => name !== "schema") ? names.filter((name) => name !== "schema") : names,
    );
    return new Proxy(changed, {
      get: (target, name) => {
        const rule: unknown = Reflect.get(target, name);
        return isRule(rule) && comparedRules.has(String(name))
          ? this.#compared(freedom.name, rule, { name, calls })
          : rule;
      },
    });
  }

  #noting(
    rule: Rule,
    calls: ReadonlyMap<string | symbol, InnerCall[]>,
    name: string | symbol,
  ): Rule {
    return (...given) => {
      const answer = rule(...given);
      calls.get(name)?.push({ given, answer });
      return answer;
    };
  }

  #compared(
    freedom: string,
    rule: Rule,
    { name, calls }: { name: string | symbol; calls: Map<string | symbol, InnerCall[]> },
  ): Rule {
    return (...given) => {
      if (this.#seen.has(freedom)) return rule(...given);
      const outer = calls.get(name);
      const inner: InnerCall[] = [];
      calls.set(name, inner);
      try {
        const answer = rule(...given);
        if (!isUnchanged(answer, given, inner)) this.#seen.add(freedom);
        return answer;
      } finally {
        if (outer === undefined) calls.delete(name);
        else calls.set(name, outer);
      }
    };
  }
}

/** Whether a rule only returned what the rule that it replaces returns for the same arguments. */
function isUnchanged(
  answer: unknown,
  given: readonly unknown[],
  inner: readonly InnerCall[],
): boolean {
  const same = inner.find((call) => isSame(call.given, given));
  if (same === undefined || !isSameAnswer(same.answer, answer)) return false;
  // A rule without a result acts on its arguments, so an additional call is a difference.
  return answer !== undefined || inner.length === 1;
}

function isRule(value: unknown): value is Rule {
  return typeof value === "function";
}

/** Whether two results are the same. The order of properties counts, because clients see it. */
function isSameAnswer(one: unknown, other: unknown): boolean {
  return one === other || (isSame(one, other) && JSON.stringify(one) === JSON.stringify(other));
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || isDeepStrictEqual(one, other);
}
