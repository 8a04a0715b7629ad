const definers: ReadonlySet<unknown> = new Set(["defineCheck", "defineProperty"]);

/** The parameter type that identifies functions which may send requests. */
const driving = "CheckContext";

type Node = Readonly<Record<string, unknown>>;

/**
 * Returns why a node in the file of a check is not mutated: it describes the check or sends requests, and tests of
 * judges execute neither. Returns undefined if the node judges. Takes a Babel path.
 */
export function notJudging(path: unknown): string | undefined {
  const node = nodeAt(path, 0);
  if (isDriving(node)) return "drives a target";
  return isPartOfCheck(path) && nameOf(node["key"]) !== "judge" ? "names a check" : undefined;
}

/** Whether the node is a property of the argument of `defineCheck` or `defineProperty`. */
function isPartOfCheck(path: unknown): boolean {
  const call = nodeAt(path, 2);
  return (
    nodeAt(path, 1)["type"] === "ObjectExpression" &&
    call["type"] === "CallExpression" &&
    definers.has(nameOf(call["callee"]))
  );
}

function isDriving(node: Node): boolean {
  if (node["async"] === true) return true;
  const parameters: readonly unknown[] = Array.isArray(node["params"]) ? node["params"] : [];
  return parameters.some((parameter) => {
    const type = asNode(asNode(asNode(parameter)["typeAnnotation"])["typeAnnotation"]);
    return nameOf(type["typeName"]) === driving;
  });
}

function nodeAt(path: unknown, levels: number): Node {
  const found = asNode(path);
  return levels === 0 ? asNode(found["node"]) : nodeAt(found["parentPath"], levels - 1);
}

function nameOf(node: unknown): unknown {
  return asNode(node)["name"];
}

function asNode(value: unknown): Node {
  return isNode(value) ? value : {};
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}
