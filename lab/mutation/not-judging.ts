/** What calls to define a check are named. */
const definers: ReadonlySet<unknown> = new Set(["defineCheck", "defineProperty"]);

/** What a function is given that may talk to a target. */
const driving = "CheckContext";

type Node = Readonly<Record<string, unknown>>;

/**
 * Why a place in the file of a check is left as it is: it names the check, or it drives a target, and the
 * tests of judges run neither. Nothing where it judges. Takes a path of Babel, of which it reads the nodes.
 */
export function notJudging(path: unknown): string | undefined {
  const node = nodeAt(path, 0);
  if (isDriving(node)) return "drives a target";
  return isPartOfCheck(path) && nameOf(node["key"]) !== "judge" ? "names a check" : undefined;
}

/** Whether it is a field of what `defineCheck` is given. */
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

/** The node of a path, or of what stands so many levels around it. */
function nodeAt(path: unknown, levels: number): Node {
  const found = asNode(path);
  return levels === 0 ? asNode(found["node"]) : nodeAt(found["parentPath"], levels - 1);
}

function nameOf(node: unknown): unknown {
  return asNode(node)["name"];
}

/** What is no node has no fields. */
function asNode(value: unknown): Node {
  return isNode(value) ? value : {};
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}
