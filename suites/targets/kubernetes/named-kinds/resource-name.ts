/** The name of a kind as kubectl accepts it: `deployments.apps`, `deployments.v1.apps`, `services`. */
export interface ResourceName {
  readonly plural: string;
  /** `""` for the core group. */
  readonly group: string;
  /** Defaults to the server's preferred version. */
  readonly version?: string;
}

/** A plural is a DNS label that starts with a letter. */
const shape =
  /^(?<plural>[a-z](?:[-a-z0-9]*[a-z0-9])?)(?:\.(?<rest>[a-z0-9]([-a-z0-9.]*[a-z0-9])?))?$/u;

const versionShape = /^v\d+((alpha|beta)\d+)?$/u;

export function readResourceName(text: string): ResourceName | undefined {
  const { plural, rest = "" } = shape.exec(text)?.groups ?? {};
  if (plural === undefined) return undefined;
  const [first = "", ...others] = rest.split(".");
  return versionShape.test(first)
    ? { plural, version: first, group: others.join(".") }
    : { plural, group: rest };
}

export function describeResourceName({
  plural,
  group,
}: Pick<ResourceName, "group" | "plural">): string {
  return group === "" ? plural : `${plural}.${group}`;
}
