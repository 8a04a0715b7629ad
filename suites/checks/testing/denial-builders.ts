import { keyOf } from "#contract";
import type { Command, IdentityName, Outcome } from "#contract";
import type { DenialTrial, Step } from "#harness";
import { accepted, refused, resourceAt, settledWith, stepWith } from "./builders.ts";

const key = keyOf(resourceAt("1"));

export const stored = accepted(resourceAt("1"));

export const written = accepted(resourceAt("2"));

export const forbidden = refused("forbidden");

/** `exchange` also determines the time, as in {@link stepWith}. */
export function reported(identity: IdentityName, outcome: Outcome, exchange = 1): Step {
  const command: Command = { verb: "updateStatus", identity, key, status: { size: 1 } };
  return { ...stepWith(outcome, exchange), command };
}

export function attemptBy(identity: IdentityName, outcome: Outcome, exchange = 1): Step {
  const command: Command = { verb: "update", identity, key, spec: { size: 2 } };
  return { ...stepWith(outcome, exchange), command };
}

/** Reads the default object unless a name is given. */
export function read(identity: IdentityName, outcome: Outcome, name = key.name): Step {
  const command: Command = { verb: "read", identity, key: { ...key, name } };
  return { ...stepWith(outcome, 1), command };
}

export interface DenialParts {
  readonly after?: Outcome;
  readonly control?: Outcome;
  readonly isEventSeen?: boolean;
}

/** By default, the object stays unchanged, there is no event, and the control is accepted. */
export function denied(
  identity: IdentityName,
  outcome: Outcome,
  parts: DenialParts = {},
): DenialTrial {
  const { after = stored, control = written, isEventSeen = false } = parts;
  const { metadata } = resourceAt("2");
  const event = {
    type: "MODIFIED",
    resourceVersion: metadata.resourceVersion,
    arrivedMs: 25,
  } as const;
  return {
    attempts: [
      { attempt: reported(identity, outcome, 2), control: reported("controller", control, 4) },
    ],
    subjects: [
      {
        before: stepWith(stored, 1),
        after: stepWith(after, 3),
        events: settledWith({ events: isEventSeen ? [event] : [] }),
      },
    ],
  };
}
