import type { FoundRequest, WriterFinding } from "#wings/logs";

/** Characters of a value that are shown. */
const mostValue = 120;

/** A request of a finding as one line: when, what, with which versions, and where it is logged. */
export function requestText(request: FoundRequest): string {
  const { invoke, precondition, version, outcome, id, place } = request;
  const versions = [
    ...(precondition === undefined ? [] : [`naming version ${precondition}`]),
    ...(version === undefined ? [] : [`got version ${version}`]),
    ...(outcome === "ok" ? [] : [outcome]),
  ].join(", ");
  const source = `${place.file}:${place.line}${id === undefined ? "" : `, ${id}`}`;
  return `${new Date(invoke).toISOString()} ${request.request}${versions === "" ? "" : `, ${versions}`} (${source})`;
}

/** What became of a field. */
export function lostText({ path, written, became }: WriterFinding["lost"][number]): string {
  return `${path}: ${shown(written)} became ${shown(became)}`;
}

function shown(value: WriterFinding["lost"][number]["written"]): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > mostValue ? `${text.slice(0, mostValue)}…` : text;
}
