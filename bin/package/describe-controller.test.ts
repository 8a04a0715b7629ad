import { expect, it } from "vitest";
import { UsageError } from "../process/program-errors.ts";
import { describeController } from "./describe-controller.ts";

it.each([
  { given: { comand: "x" }, says: /unknown option "comand"\. Did you mean command\?/u },
  { given: { command: "x", kind: ["Bucket"] }, says: /Did you mean kinds\?/u },
  { given: { ready: "x" }, says: /no command/u },
  { given: { command: "x", only: ["controllers/nothing"] }, says: /no checks selected: only/u },
  {
    given: { command: "x", profile: "controller/v1@2026-1" },
    says: /no revision "2026-1": the revisions are 2026-11/u,
  },
])("rejects the options $given", ({ given, says }) => {
  const call = (): unknown => Reflect.apply(describeController, undefined, [given]);

  expect(call).toThrow(UsageError);
  expect(call).toThrow(says);
});
