import { jsonEquals } from "#contract";
import { mergeConditions } from "../status-writer/condition.ts";
import { statusVariant } from "./define-variant.ts";
import type { FaultyVariant } from "./define-variant.ts";

export const conditionVariants: readonly FaultyVariant[] = [
  statusVariant({
    name: "restamps-on-new-words",
    summary: "Treats a changed message as a transition.",
    breaks: ["controller.transition-time-stays-without-flip"],
    kind: "Deployment",
    scenarios: ["tells-since-when"],
    mistake: ({ transitionTime }) => ({
      transitionTime: (transition) => {
        const { stored, staged, now } = transition;
        const isReworded = stored !== undefined && stored["message"] !== (staged.message ?? "");
        return isReworded ? now : transitionTime(transition);
      },
    }),
  }),
  statusVariant({
    name: "keeps-the-first-time",
    summary: "Sets the transition time of a condition in its first write and never updates it.",
    breaks: ["controller.transition-time-moves-on-flip"],
    kind: "Deployment",
    scenarios: ["tells-since-when"],
    mistake: ({ transitionTime }) => ({
      transitionTime: (transition) => {
        const since = transition.stored?.["lastTransitionTime"];
        return typeof since === "string" ? since : transitionTime(transition);
      },
    }),
  }),
  statusVariant({
    name: "appends-conditions",
    summary: "Appends a changed condition to the list instead of replacing the stored condition.",
    breaks: ["controller.conditions-unique-by-type"],
    kind: "Deployment",
    scenarios: ["reports-on-each-change"],
    needs: ["duplicate-conditions-accepted"],
    mistake: () => ({
      mergeConditions: (stored, written) => [
        ...stored,
        ...written.filter((condition) => !stored.some((known) => jsonEquals(known, condition))),
      ],
    }),
  }),
  statusVariant({
    name: "drops-what-is-not-true",
    summary:
      "Reports a condition while it is true and when it stops being true, and omits it from all " +
      "other status writes.",
    breaks: ["controller.conditions-stay", "controller.not-ready-before-observed"],
    kind: "Deployment",
    scenarios: ["reports-on-each-change"],
    mistake: () => ({
      mergeConditions: (stored, written) => {
        const own = new Set(written.map(({ type }) => type));
        const wasTrue = new Set(
          stored.filter(({ status }) => status === "True").map(({ type }) => type),
        );
        return mergeConditions(stored, written).filter(
          ({ type, status }) => !own.has(type) || status === "True" || wasTrue.has(type),
        );
      },
    }),
  }),
  statusVariant({
    name: "replaces-all-conditions",
    summary: "Replaces the stored list of conditions with its own.",
    breaks: ["controller.foreign-fields-kept"],
    kind: "Service",
    scenarios: ["leaves-others-their-conditions"],
    mistake: () => ({ mergeConditions: (_stored, written) => written }),
  }),
  statusVariant({
    name: "answers-for-others",
    summary: "Sets the status of every condition in the list to the status of its own condition.",
    breaks: [
      "controller.one-writer-per-condition",
      "controller.foreign-fields-kept",
      "controller.transition-time-moves-on-flip",
      "controller.transition-time-stays-without-flip",
    ],
    kind: "Bucket",
    scenarios: ["does-not-dispute-a-condition"],
    mistake: () => ({
      mergeConditions: (stored, written) => {
        const [own] = written;
        return mergeConditions(stored, written).map((condition) => ({
          ...condition,
          status: own?.["status"] ?? "Unknown",
          lastTransitionTime: own?.["lastTransitionTime"] ?? null,
        }));
      },
    }),
  }),
];
