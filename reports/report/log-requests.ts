import type { FoundRequest, WriterFinding } from "#wings/logs";

/** Maximum length of a displayed value, in characters. */
const maxValue = 120;

/** Renders a request of a finding on one line: time, operation, versions, and position in the log. */
export function requestText(request: FoundRequest): string {
  const { invoke, precondition, version, outcome, id, place } = request;
  const versions = [
    ...(precondition === undefined ? [] : [`based on version ${precondition}`]),
    ...(version === undefined ? [] : [`got version ${version}`]),
    ...(outcome === "ok" ? [] : [outcome]),
  ].join(", ");
  const source = `${place.file}:${place.line}${id === undefined ? "" : `, ${id}`}`;
  return `${new Date(invoke).toISOString()} ${request.request}${versions === "" ? "" : `, ${versions}`} (${source})`;
}

/** Describes a written field whose value was lost, with the value that was written and the one that replaced it. */
export function lostText({ path, written, became }: WriterFinding["lost"][number]): string {
  return `${path}: ${shown(written)} became ${shown(became)}`;
}

function shown(value: WriterFinding["lost"][number]["written"]): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > maxValue ? `${text.slice(0, maxValue)}…` : text;
}
