import { defineCheck, judgeDenials, judgeDenialsWithoutEffect, tryEveryOperation } from "#harness";
import type { DenialTrial } from "#harness";

export const controllerCannotWriteSpec = defineCheck<readonly DenialTrial[]>({
  id: "authorization/controller-cannot-write-spec",
  title: "The controller cannot create, update or delete an object through any operation",
  covers: [
    "authorization.controller-cannot-write-spec",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "kind",

  drive: (context) =>
    tryEveryOperation(context, {
      verbs: ["create", "update", "delete"],
      denied: "controller",
      inParts: true,
    }),

  judge: (trials) => [
    ...judgeDenials(trials, "authorization.controller-cannot-write-spec"),
    ...judgeDenialsWithoutEffect(trials),
  ],
});
