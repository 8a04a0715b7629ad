import { semanticsOfCommand } from "#contract";
import type { Command, Semantics } from "#contract";
import type { KindDescription, TargetDescription } from "#targets";

interface Described {
  readonly kind: Pick<KindDescription, "semantics" | "statusSemantics" | "operations">;
  readonly target: Pick<TargetDescription, "semantics">;
}

export function declaredFor(
  { kind, target }: Described,
  command: Pick<Command, "verb" | "via">,
): Semantics {
  const { semantics, statusSemantics, operations } = kind;
  return semanticsOfCommand(
    {
      semantics: { ...target.semantics, ...semantics },
      statusSemantics,
      statusWrites: operations.updateStatus,
    },
    command,
  );
}
