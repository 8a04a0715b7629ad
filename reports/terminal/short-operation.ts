/** Matches the chain of fields from the root of a GraphQL document to the first field with arguments. */
const calledField = /^[^{]*\{\s*((?:(?:\w+\s*:\s*)?\w+\s*\{\s*)*)(?:\w+\s*:\s*)?(\w+)\s*\(/u;

const firstField = /^[^{]*\{\s*(?:\w+\s*:\s*)?(\w+)/u;

/**
 * A short name of an operation: the field that a GraphQL document calls (`updateServiceStatus`, or
 * `example.v1.updateService` for nested roots), or the first line of any other operation.
 */
export function shortOperation(operation: string): string {
  // Only the start is searched, because the field occurs early and searching a long text would be slow.
  const head = operation.slice(0, 2000);
  const called = calledField.exec(head);
  if (called !== null) return [...namesIn(called[1] ?? ""), called[2] ?? ""].join(".");
  return firstField.exec(head)?.[1] ?? operation.split("\n", 1)[0] ?? "";
}

function namesIn(chain: string): readonly string[] {
  return chain
    .split("{")
    .map((part) => part.split(":").at(-1)?.trim() ?? "")
    .filter((name) => name !== "");
}
