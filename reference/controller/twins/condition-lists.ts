import { jsonEquals } from "#contract";
import { mergeConditions } from "../status-writer/condition.ts";
import { statusTwin } from "./define-twin.ts";
import type { Twin } from "./define-twin.ts";

/** Mistakes in the list of conditions. */
export const conditionTwins: readonly Twin[] = [
  statusTwin({
    name: "restamps-on-new-words",
    summary: "Takes another message for a transition.",
    breaks: ["controller.transition-time-stays-without-flip"],
    kind: "Deployment",
    mistake: ({ transitionTime }) => ({
      transitionTime: (transition) => {
        const { stored, staged, now } = transition;
        const isReworded = stored !== undefined && stored["message"] !== (staged.message ?? "");
        return isReworded ? now : transitionTime(transition);
      },
    }),
  }),
  statusTwin({
    name: "keeps-the-first-time",
    summary: "Gives a condition its time when it is first reported, and never another one.",
    breaks: ["controller.transition-time-moves-on-flip"],
    kind: "Deployment",
    mistake: ({ transitionTime }) => ({
      transitionTime: (transition) => {
        const since = transition.stored?.["lastTransitionTime"];
        return typeof since === "string" ? since : transitionTime(transition);
      },
    }),
  }),
  statusTwin({
    name: "appends-conditions",
    summary: "Adds a condition to the list whenever it says something new.",
    breaks: ["controller.conditions-unique-by-type"],
    kind: "Deployment",
    needs: ["duplicate-conditions-accepted"],
    mistake: () => ({
      mergeConditions: (stored, written) => [
        ...stored,
        ...written.filter((condition) => !stored.some((known) => jsonEquals(known, condition))),
      ],
    }),
  }),
  statusTwin({
    name: "drops-what-is-not-true",
    summary: "Takes a condition out of the list when it ceases to hold.",
    breaks: ["controller.conditions-stay"],
    kind: "Deployment",
    mistake: () => ({
      mergeConditions: (stored, written) =>
        mergeConditions(stored, written).filter(
          ({ type, status }) =>
            status === "True" ||
            !written.some((own) => own["type"] === type) ||
            !stored.some((known) => known["type"] === type),
        ),
    }),
  }),
  statusTwin({
    name: "replaces-all-conditions",
    summary: "Writes the list of its own conditions in place of the stored one.",
    breaks: ["controller.foreign-fields-kept"],
    kind: "Service",
    mistake: () => ({ mergeConditions: (_stored, written) => written }),
  }),
  statusTwin({
    name: "answers-for-others",
    summary: "Sets every condition that it finds to its own verdict.",
    breaks: ["controller.one-writer-per-condition", "controller.foreign-fields-kept"],
    kind: "Bucket",
    mistake: () => ({
      mergeConditions: (stored, written) =>
        mergeConditions(stored, written).map((condition) => ({
          ...condition,
          status: written[0]?.["status"] ?? "Unknown",
        })),
    }),
  }),
];
