import { observedIn } from "../status-writer/status-rules.ts";
import { statusTwin } from "./define-twin.ts";
import type { Twin } from "./define-twin.ts";

/** Mistakes in the generation that is said to be observed. */
export const generationTwins: readonly Twin[] = [
  statusTwin({
    name: "observes-the-reread",
    summary: "Says to have observed the generation that it read when it retried.",
    breaks: ["controller.observed-generation-of-start"],
    kind: "Bucket",
    mistake: () => ({ observedGeneration: ({ current }) => current.metadata.generation }),
  }),
  statusTwin({
    name: "observes-the-next",
    summary: "Says to have observed one generation more than there is.",
    breaks: ["controller.observed-generation-not-ahead"],
    kind: "Bucket",
    mistake: () => ({
      observedGeneration: ({ started }) => (started.metadata.generation ?? 0) + 1,
    }),
  }),
  statusTwin({
    name: "observes-nothing",
    summary: "Never says which generation it has observed.",
    breaks: ["controller.observed-generation-reported"],
    kind: "Service",
    mistake: () => ({ observedGeneration: () => undefined }),
  }),
  statusTwin({
    name: "observes-once",
    summary:
      "Says which generation it has observed when it reports for the first time, and keeps that.",
    breaks: ["controller.observed-generation-follows", "controller.status-converges"],
    kind: "Deployment",
    mistake: () => ({
      observedGeneration: ({ started, current }) =>
        observedIn(current) ?? started.metadata.generation,
    }),
  }),
  statusTwin({
    name: "observes-the-first-on-retry",
    summary: "Retries with the generation that the object began with.",
    breaks: ["controller.observed-generation-never-goes-back"],
    kind: "Bucket",
    mistake: () => ({
      observedGeneration: ({ started, current }) =>
        started === current ? started.metadata.generation : 1,
      // It does not see either that somebody has reported on a newer one.
      needsWrite: () => true,
    }),
  }),
];
