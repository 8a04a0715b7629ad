import type { OperationKind, OperationLine, OperationOutcome } from "../history/history.ts";

const kinds: Readonly<Record<string, OperationKind>> = {
  read: "read",
  cas: "cas",
  put: "put",
  create: "create",
  delete: "delete",
};

const outcomes: Readonly<Record<string, OperationOutcome>> = {
  "?": "unknown",
  conflict: "conflict",
  exists: "exists",
  failed: "failed",
  "not-found": "not-found",
};

/**
 * Parses an operation on the object `default/a` in short form: client, kind and times, as in `c1 cas 7>8 @1-3`. The
 * expected version precedes `>`, and the resulting version or another outcome follows it. `?` means that the response
 * was lost, so there is no end time. `=h1` is the content, and `~u1` is the uid.
 */
export function operationFixture(text: string): OperationLine {
  const [client = "", what = "", ...rest] = text.split(" ");
  const operation = kinds[what];
  if (operation === undefined) throw new Error(`this is no operation: ${text}`);
  const marked = (mark: string): string | undefined =>
    rest.find((word) => word.startsWith(mark))?.slice(1);
  const [invoke, end] = (marked("@") ?? "").split("-");
  const [named = "", answer = ""] = (rest.find((word) => word.includes(">")) ?? "").split(">");
  const outcome = outcomes[answer];
  return {
    kind: "operation",
    object: "default/a",
    client,
    operation,
    invoke: Number(invoke),
    return: end === undefined ? undefined : Number(end),
    outcome: outcome ?? "ok",
    precondition: named === "" ? undefined : named,
    version: answer === "" || outcome !== undefined ? undefined : answer,
    value: marked("="),
    uid: marked("~"),
  };
}
