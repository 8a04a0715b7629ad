import { defineCheck, judgeDenials, listAs } from "#harness";
import type { DenialTrial } from "#harness";

export const listsNeedPermission = defineCheck<DenialTrial>({
  id: "authorization/lists-need-permission",
  title: "No list shows stored objects to a caller without permissions",
  covers: ["authorization.stranger-cannot-read"],
  scope: "kind",
  needsNoStatus: true,
  readsOnly: true,
  verbs: ["list"],
  identities: ["reader", "stranger"],

  drive: (context) => listAs(context, "stranger"),

  judge: (trial) => judgeDenials([trial], "authorization.stranger-cannot-read"),
});
