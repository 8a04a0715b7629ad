import {
  acceptedObject,
  claim,
  defineCheck,
  defineExtension,
  defineFault,
  defineRequirement,
  refusalOf,
  sampleStatus,
  statusWrite,
  tryRefusal,
  undecided,
} from "status-conformance/extend";
import type { ObjectKey, RefusalTrial } from "status-conformance/extend";

const sources = [{ title: "House rules for APIs of Acme", at: "section 4, messages" }];

const namesObject = defineRequirement({
  id: "x-acme.conflict-names-object",
  level: "MUST",
  statement: "The message of a conflict names the object by its namespace and its name.",
  reason: "Operators search the logs for the name. Without it, they cannot find the conflicts of their object.",
  sources,
});

const isOneLine = defineRequirement({
  id: "x-acme.conflict-is-one-line",
  level: "SHOULD",
  statement: "The message of a conflict is one line of at most 200 characters.",
  reason: "Collectors of logs cut the rest off.",
  sources,
});

interface Observations {
  readonly key: ObjectKey;
  readonly trial: RefusalTrial;
}

/** A stale status write is refused, and what the refusal says is looked at. */
const conflictMessages = defineCheck<Observations>({
  id: "x-acme/conflict-messages",
  title: "A conflict names its object in one line",
  covers: [namesObject.id, isOneLine.id],
  scope: "status-write",

  // Sends commands, asserts nothing, returns plain data.
  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion: stale } = object.metadata;
    const rival = await context.call(
      statusWrite(context, key, { resourceVersion: stale, status: sampleStatus(context, 0) }),
    );
    acceptedObject(rival, "a first status could not be stored");

    const held = { resourceVersion: stale, status: sampleStatus(context, 1) };
    const trial = await tryRefusal(context, {
      key,
      attempt: statusWrite(context, key, held),
      repair: ({ metadata: { resourceVersion } }) =>
        statusWrite(context, key, { ...held, resourceVersion }),
    });
    return { key, trial };
  },

  // Sends nothing: it sees what the drive returned, today or from a record of last year.
  judge({ key, trial }) {
    const refusal = refusalOf(trial.attempt);
    const evidence = [trial.attempt.exchange];
    if (refusal?.reason !== "conflict") {
      const reason = "there was no conflict whose message could be looked at";
      return [namesObject, isOneLine].map(({ id }) => undecided(id, reason, evidence));
    }
    const { message } = refusal;
    const names = [key.namespace ?? key.name, key.name];
    return [
      claim(namesObject.id, {
        holds: names.every((name) => message.includes(name)),
        expected: `a message with ${names.join(" and ")} in it`,
        actual: JSON.stringify(message),
        evidence,
      }),
      claim(isOneLine.id, {
        holds: message.length <= 200 && !message.includes("\n"),
        expected: "one line of at most 200 characters",
        actual: `${message.length} characters: ${JSON.stringify(message)}`,
        evidence,
      }),
    ];
  },
});

/** Says the same of every object. */
const anonymousConflict = defineFault({
  name: "x-acme-anonymous-conflict",
  summary: "The message of a conflict does not name its object.",
  breaks: [namesObject.id],
  change: (rules) => ({
    report: (refusal) => ({
      ...rules.report(refusal),
      ...(refusal.code === "CONFLICT" ? { message: "The object was changed since." } : {}),
    }),
  }),
});

/** Says everything that it knows. */
const talkativeConflict = defineFault({
  name: "x-acme-talkative-conflict",
  summary: "The message of a conflict goes on for many lines.",
  breaks: [isOneLine.id],
  change: (rules) => ({
    report: (refusal) => {
      const reported = rules.report(refusal);
      const message = `${reported.message}\n${"Read it again. ".repeat(20)}`;
      return refusal.code === "CONFLICT" ? { ...reported, message } : reported;
    },
  }),
});

export default defineExtension({
  requirements: [namesObject, isOneLine],
  checks: [conflictMessages],
  faults: [anonymousConflict, talkativeConflict],
});
