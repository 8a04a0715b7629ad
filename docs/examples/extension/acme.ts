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

const sources = [{ title: "Acme's rules for APIs", at: "section 4, messages" }];

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
  reason: "Log collectors truncate the rest.",
  sources,
});

interface Observations {
  readonly key: ObjectKey;
  readonly trial: RefusalTrial;
}

/** Sends a stale status write, and checks the message of its refusal. */
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
    acceptedObject(rival, "a status could not be stored");

    const held = { resourceVersion: stale, status: sampleStatus(context, 1) };
    const trial = await tryRefusal(context, {
      key,
      attempt: statusWrite(context, key, held),
      repair: ({ metadata: { resourceVersion } }) =>
        statusWrite(context, key, { ...held, resourceVersion }),
    });
    return { key, trial };
  },

  // Sends nothing: judges what `drive` returned, in this run or in an old record.
  judge({ key, trial }) {
    const refusal = refusalOf(trial.attempt);
    const evidence = [trial.attempt.exchange];
    if (refusal?.reason !== "conflict") {
      const reason = "the stale write was not rejected with a conflict";
      return [namesObject, isOneLine].map(({ id }) => undecided(id, reason, evidence));
    }
    const { message } = refusal;
    const names = [key.namespace ?? key.name, key.name];
    return [
      claim(namesObject.id, {
        holds: names.every((name) => message.includes(name)),
        expected: `a message that contains ${names.join(" and ")}`,
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

/** Returns the same message for every object. */
const anonymousConflict = defineFault({
  name: "x-acme-anonymous-conflict",
  summary: "The message of a conflict does not name its object.",
  breaks: [namesObject.id],
  change: (rules) => ({
    report: (refusal) => ({
      ...rules.report(refusal),
      ...(refusal.code === "CONFLICT" ? { message: "The object has changed since it was read." } : {}),
    }),
  }),
});

/** Returns a message of many lines. */
const talkativeConflict = defineFault({
  name: "x-acme-talkative-conflict",
  summary: "The message of a conflict spans several lines.",
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
