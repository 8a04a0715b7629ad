import { describeKey, keyOf } from "#contract";
import type { ControllerEvent } from "../rules/controller-event.ts";
import type { ControllerFinding } from "../rules/controller-finding.ts";

/**
 * Explains that a finding is based on a status or metadata which neither the suite nor the controller behind the proxy has written:
 * another client, for example a second deployment of the same controller, writes to the same endpoint. Returns
 * undefined if there is no such status, or if writes and states cannot be matched by version: because the version that
 * a write created is unknown, or because no state has the version of a write.
 */
export function outsideWriteIn(
  { requirement, object, events: evidence }: ControllerFinding,
  events: readonly ControllerEvent[],
): string | undefined {
  const name = describeKey(object);
  const known = new Set<string>();
  const agents = new Set<string>();
  for (const event of events) {
    if (event.event !== "write" || describeKey(event.key) !== name) continue;
    const { agent, by, result } = event;
    if (by === "controller" && agent !== undefined) agents.add(agent);
    if (result.answer === "refused") continue;
    if (result.version === undefined) return undefined;
    known.add(result.version);
  }
  const isMatched = events.some(
    (event) =>
      event.event === "shown" &&
      known.has(event.object.metadata.resourceVersion) &&
      describeKey(keyOf(event.object)) === name,
  );
  if (!isMatched) return undefined;
  const isAbout = (path: string, by: string | undefined): boolean => {
    if (path.startsWith("status")) return true;
    // Only another instance of the controller has its name. Metadata of other programs is not the controller's.
    const isSame = by === undefined || agents.has(by);
    return isSame && requirement === "controller.authored-metadata-untouched";
  };
  const outside = evidence.find(
    ({ what, version, changes, by }) =>
      what === "MODIFIED" &&
      version !== undefined &&
      !known.has(version) &&
      changes.some(({ path }) => isAbout(path, by)),
  );
  if (outside === undefined) return undefined;
  const { by = "an unknown client", version = "" } = outside;
  return `${name}: version ${version}, by ${by}, was not written through the proxy; stop other controllers of this kind, and other instances of this one`;
}
