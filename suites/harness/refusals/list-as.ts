import type { IdentityName } from "#contract";
import type { CheckContext } from "../session/check.ts";
import { listOf } from "../commands/sample-commands.ts";
import { tryDenials } from "./denial.ts";
import type { DenialTrial } from "./denial.ts";
import { operationsToTry } from "./every-operation.ts";

/** Lists through every list operation, as a denied identity and as the reader. */
export function listAs(context: CheckContext, denied: IdentityName): Promise<DenialTrial> {
  const { name: kind, namespaces } = context.kind;
  const [namespace] = namespaces;
  const where = namespace === undefined ? {} : { namespace };
  const command = listOf(context, { kind, ...where, name: "" });
  return tryDenials(
    context,
    operationsToTry(context, "list").map((via) => ({
      command: { ...command, via },
      denied: [denied],
    })),
  );
}
