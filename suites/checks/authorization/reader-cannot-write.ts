import { defineCheck, judgeDenials, judgeDenialsWithoutEffect, tryEveryOperation } from "#harness";
import type { DenialTrial } from "#harness";

export const readerCannotWrite = defineCheck<readonly DenialTrial[]>({
  id: "authorization/reader-cannot-write",
  title: "A reader can write neither spec nor status",
  covers: [
    "authorization.reader-cannot-write",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "kind",
  identities: ["reader"],

  drive: (context) =>
    tryEveryOperation(context, {
      verbs: ["create", "updateStatus", "update", "delete"],
      denied: "reader",
    }),

  judge: (trials) => [
    ...judgeDenials(trials, "authorization.reader-cannot-write"),
    ...judgeDenialsWithoutEffect(trials),
  ],
});
