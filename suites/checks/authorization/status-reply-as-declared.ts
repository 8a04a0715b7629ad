import { defineCheck, given, sampleStatus, statusWrite } from "#harness";
import type { Step } from "#harness";

const requirement = "authorization.status-reply-as-declared";

/** The response to a reporter may include or omit the spec, as declared. */
export const statusReplyAsDeclared = defineCheck<Step>({
  id: "authorization/status-reply-as-declared",
  title: "The response to a status write by a caller without read access has the declared content",
  covers: [requirement],
  scope: "status-write",
  features: ["authorization.statusOnly"],
  identities: ["reporter"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    const status = sampleStatus(context, 1);
    const write = statusWrite(context, key, { resourceVersion, status });
    return context.call({ ...write, identity: "reporter" });
  },

  judge: (report, { semantics: { statusReply: declared } }) => [
    given(requirement, { report }, (objects) => {
      const shown = objects.report.spec === undefined ? "withoutSpec" : "complete";
      return {
        holds: declared === shown,
        expected:
          declared === undefined
            ? "the dialect declares the content of the response (statusReply)"
            : `the response is ${words[declared]}, as the target declares`,
        actual: `the response to the reporter is ${words[shown]}`,
      };
    }),
  ],
});

const words = {
  complete: "the complete object",
  withoutSpec: "an object without its spec",
} as const;
