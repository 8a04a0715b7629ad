/** The chain of fields from the root of a GraphQL document to the first one with arguments. */
const calledField = /^[^{]*\{\s*((?:(?:\w+\s*:\s*)?\w+\s*\{\s*)*)(?:\w+\s*:\s*)?(\w+)\s*\(/u;

const firstField = /^[^{]*\{\s*(?:\w+\s*:\s*)?(\w+)/u;

/**
 * An operation in one or two words: the field that a GraphQL document calls (`updateServiceStatus`, or
 * `example.v1.updateService` where roots are nested), the first line of anything else.
 */
export function shortOperation(operation: string): string {
  // A document names its field early, and a long text would make the search slow.
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
