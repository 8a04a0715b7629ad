import { expect, it } from "vitest";
import { checks } from "#checks";
import { limits } from "#contract";
import type { Outcome } from "#contract";
import { startReference } from "#reference";
import type { Target } from "#targets";
import { checkTarget } from "./compose.ts";
import { connect } from "./connect-endpoint.ts";

const { signal } = new AbortController();

it.each([
  { why: "at most 20 characters", form: /^.{1,20}$/u },
  { why: "lower-case letters only", form: /^[a-z]{1,30}$/u },
  { why: "at most 8 characters", form: /^[a-z\d]{1,8}$/u },
])("checks a kind that accepts only names of $why", async ({ form }) => {
  await using server = await startReference();
  await using target = await connect({ endpoint: server.url, limits, signal });
  const { verdicts, footer } = await checkTarget(accepting(form, target), {
    checks,
    isTriedFirst: true,
    selection: { only: ["isolation.status-write-never-changes-spec"], skip: ["properties/*"] },
  });

  expect(
    verdicts
      .filter(({ verdict }) => !["pass", "excluded", "not-applicable"].includes(verdict))
      .map(({ requirement, verdict, reason }) => `${requirement}: ${verdict}: ${reason}`),
  ).toEqual([]);
  expect(footer.remarks?.join("\n")).toContain("because the endpoint rejects others");
});

/** A target that rejects the creation of a Service whose name has another form. */
function accepting(form: RegExp, target: Target): Target {
  const outcome: Outcome = {
    result: "refused",
    refusal: { reason: "invalid", code: "INVALID", message: "invalid name", causes: [] },
  };
  return {
    ...target,
    description: target.description,
    execute: async (command, aborted) =>
      command.verb === "create" && command.key.kind === "Service" && !form.test(command.key.name)
        ? { outcome }
        : await target.execute(command, aborted),
    watch: (command, listener, aborted) => target.watch(command, listener, aborted),
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}
