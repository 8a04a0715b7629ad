import { describeScenario } from "./scenario.ts";
import type { Scenario, ScenarioStep } from "./scenario.ts";

/** The simplest form of a scenario that still causes the violation, and how it was found. */
export interface Reduced<Played> {
  /** A replay of that form that reproduced the violation. Absent if no replay did. */
  readonly played?: Played;
  /**
   * For each simplification step, the index of the chosen form among the simpler forms. Empty for the scenario itself.
   */
  readonly turns: readonly number[];
  readonly replays: number;
  /** Number of executions of that form. For the scenario itself, this includes the first execution. */
  readonly attempts: number;
  /** Number of these executions that reproduced the violation. */
  readonly broken: number;
  /** Set if the time limit was reached before all simpler forms were tried. */
  readonly isCut?: true;
}

export interface Reducing<Played> {
  readonly scenario: Scenario;
  /**
   * Runs a scenario with new objects. Resolves with undefined if the time limit is reached before there is a result.
   */
  readonly play: (scenario: Scenario) => Promise<Played | undefined>;
  readonly breaks: (played: Played) => boolean;
  /** True if no time is left for another replay that searches for a simpler form. */
  readonly isLate: () => boolean;
  /**
   * True if no time is left even for a replay that confirms a violation that was seen only once.
   */
  readonly isLateToConfirm: () => boolean;
}

interface Form<Played> {
  readonly scenario: Scenario;
  readonly turns: readonly number[];
  played?: Played;
  attempts: number;
  broken: number;
}

/** Number of replays of the scenario itself after which a violation counts as not recurring. */
const maxOfScenario = 2;

/**
 * Searches for the simplest form of a scenario that still causes a violation. The result is
 * replayed once more. If the replay does not reproduce the violation, the preceding form is used
 * instead, and finally the scenario itself.
 */
export async function reduceScenario<Played>(of: Reducing<Played>): Promise<Reduced<Played>> {
  const { isLate } = of;
  let replays = 0;
  const replay = async (form: Form<Played>): Promise<boolean> => {
    const played = await of.play(form.scenario);
    if (played === undefined) return false;
    replays += 1;
    form.attempts += 1;
    if (!of.breaks(played)) return false;
    form.broken += 1;
    form.played ??= played;
    return true;
  };
  const whole: Form<Played> = { scenario: of.scenario, turns: [], attempts: 1, broken: 1 };
  const { forms, isCut } = await simplify(whole, replay, isLate);
  // A simpler form with the violation has already confirmed this form.
  const found = await confirm(forms, replay, forms.length > 1 ? isLate : of.isLateToConfirm);
  const { played, turns, attempts, broken } = found ?? whole;
  return {
    turns,
    replays,
    attempts,
    broken,
    ...(played === undefined ? {} : { played }),
    ...(isCut ? { isCut } : {}),
  };
}

type Replay<Played> = (form: Form<Played>) => Promise<boolean>;

/** Returns the successive forms that still reproduce the violation. Executes no form twice. */
async function simplify<Played>(
  whole: Form<Played>,
  replay: Replay<Played>,
  isLate: () => boolean,
): Promise<{ readonly forms: readonly Form<Played>[]; readonly isCut: boolean }> {
  const tried = new Set([describeScenario(whole.scenario)]);
  const forms = [whole];
  for (;;) {
    const best = forms.at(-1) ?? whole;
    const untried = simplerForms(best).filter(({ scenario }) => {
      const name = describeScenario(scenario);
      return !tried.has(name) && tried.add(name);
    });
    let isSimpler = false;
    for (const form of untried) {
      if (isLate()) return { forms, isCut: true };
      isSimpler = await replay(form);
      if (isSimpler) forms.push(form);
      if (isSimpler) break;
    }
    if (!isSimpler) return { forms, isCut: false };
  }
}

function simplerForms<Played>({ scenario, turns }: Form<Played>): readonly Form<Played>[] {
  return [...simplerScripts(scenario)].map((simpler, turn) => ({
    scenario: simpler,
    turns: [...turns, turn],
    attempts: 0,
    broken: 0,
  }));
}

/**
 * Returns the simplest form that reproduces the violation. If the time limit is reached, returns
 * the simplest form that was not replayed.
 */
async function confirm<Played>(
  forms: readonly Form<Played>[],
  replay: Replay<Played>,
  isLate: () => boolean,
): Promise<Form<Played> | undefined> {
  for (const form of forms.toReversed()) {
    const most = form.turns.length === 0 ? maxOfScenario : 1;
    for (let count = 0; count < most; count += 1) {
      if (isLate()) return form;
      if (await replay(form)) return form;
    }
  }
  return undefined;
}

/** Undefined if the turns lead to no form. */
export function formAt(scenario: Scenario, turns: readonly number[]): Scenario | undefined {
  let form: Scenario | undefined = scenario;
  for (const turn of turns) form = form === undefined ? undefined : [...simplerScripts(form)][turn];
  return form;
}

/**
 * Yields simpler forms of a scenario, the simplest first: its prefixes with 1, 2, 4, … steps, then the scenario without
 * one of its steps (the last step first), then without one of the steps that are executed during another step.
 */
function* simplerScripts(scenario: Scenario): Generator<Scenario> {
  for (let length = 1; length < scenario.length; length *= 2) {
    yield* possible(scenario.slice(0, length));
  }
  for (let place = scenario.length - 1; place >= 0; place -= 1) {
    yield* possible(scenario.toSpliced(place, 1));
  }
  for (const [place, step] of scenario.entries()) {
    for (const simpler of simplerSteps(step)) yield scenario.with(place, simpler);
  }
}

function possible(scenario: Scenario): readonly Scenario[] {
  return scenario.some(hasCreation) ? [scenario] : [];
}

function hasCreation(step: ScenarioStep): boolean {
  if (step.step === "create") return true;
  const during = "during" in step ? (step.during ?? []) : [];
  const unseen = "unseen" in step ? step.unseen : [];
  return [...unseen, ...during].some(hasCreation);
}

function simplerSteps(step: ScenarioStep): readonly ScenarioStep[] {
  if (step.step === "restart" || step.step === "outage") {
    return without(step.during ?? []).map((during) => ({ ...step, during }));
  }
  if (step.step === "takeover") {
    return without(step.during).map((during) => ({ ...step, during }));
  }
  if (step.step === "lag" || step.step === "skew") {
    return without(step.during).map((during) => ({ ...step, during }));
  }
  if (step.step === "delay" || step.step === "end-watches" || step.step === "late-watches") {
    return without(step.during).map((during) => ({ ...step, during }));
  }
  if (step.step !== "older-view") return [];
  return [
    ...without(step.during).map((during) => ({ ...step, during })),
    ...without(step.unseen).map((unseen) => ({ ...step, unseen })),
  ];
}

function without<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return items.map((_, place) => items.toSpliced(place, 1));
}
