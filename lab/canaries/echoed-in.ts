import { isJsonObject } from "#contract";

/** Adds an echo to the extensions, errors and objects of a reply. */
export function echoedIn(value: unknown, echo: string): unknown {
  if (Array.isArray(value)) return value.map((item) => echoedIn(item, echo));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, inner]) => [
    name,
    echoedMember(name, inner, echo),
  ]);
  const whole = Object.fromEntries(members);
  return "data" in value || "errors" in value ? { ...whole, extensions: { echo } } : whole;
}

function echoedMember(name: string, value: unknown, echo: string): unknown {
  if (name === "annotations") return { [echo]: echo };
  if (name === "message" && typeof value === "string") return `${value} ${echo}`;
  if (name === "extensions" && isJsonObject(value)) return { ...value, echo, [echo]: 1 };
  return echoedIn(value, echo);
}
