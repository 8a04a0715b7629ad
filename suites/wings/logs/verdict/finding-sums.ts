import type { LoggedWriter } from "../port/logged-request.ts";
import { writerKey } from "../port/writer-finding.ts";
import type { WriterFinding } from "../port/writer-finding.ts";
import type { WriterSum } from "./log-verdict.ts";

/** Maximum number of findings to keep per {@link WriterSum} and per log. Further findings are only counted. */
const maxOfSum = 5;
const maxOfLog = 500;

const maxObjects = 100_000;

interface Sum extends Pick<WriterSum, "by" | "kind" | "other" | "rule"> {
  count: number;
  readonly objects: Set<string>;
  firstMs: number;
  lastMs: number;
  readonly fields: Map<string, number>;
}

export class FindingSums {
  readonly kept: WriterFinding[] = [];
  readonly #sums = new Map<string, Sum>();

  add(finding: WriterFinding): void {
    const sum = this.#sumOf(finding);
    sum.count += 1;
    if (sum.objects.size < maxObjects) sum.objects.add(finding.object);
    const times = finding.requests.map((request) => request.return);
    sum.firstMs = Math.min(sum.firstMs, ...times);
    sum.lastMs = Math.max(sum.lastMs, ...times);
    for (const field of new Set(finding.lost.map(({ path }) => groupOf(path)))) {
      sum.fields.set(field, (sum.fields.get(field) ?? 0) + 1);
    }
    if (sum.count <= maxOfSum && this.kept.length < maxOfLog) this.kept.push(finding);
  }

  sums(): readonly WriterSum[] {
    return [...this.#sums.values()]
      .map(({ objects, fields, ...sum }) => ({
        ...sum,
        objects: objects.size,
        fields: [...fields].toSorted(([, left], [, right]) => right - left),
      }))
      .toSorted((left, right) => right.count - left.count || left.firstMs - right.firstMs);
  }

  #sumOf({ rule, by, other, object }: WriterFinding): Sum {
    const kind = kindOf(object);
    const key = sumKey({ rule, kind, by, other });
    const known = this.#sums.get(key);
    if (known !== undefined) return known;
    const made: Sum = {
      rule,
      by,
      ...(other === undefined ? {} : { other }),
      kind,
      count: 0,
      objects: new Set(),
      firstMs: Infinity,
      lastMs: -Infinity,
      fields: new Map(),
    };
    this.#sums.set(key, made);
    return made;
  }
}

export function sumKey({
  rule,
  kind,
  by,
  other,
}: Pick<WriterSum, "by" | "kind" | "rule"> & {
  readonly other?: LoggedWriter | undefined;
}): string {
  return [rule, kind, writerKey(by), other === undefined ? "" : writerKey(other)].join("\n\n");
}

export function kindOf(object: string): string {
  return object.slice(0, object.indexOf("/"));
}

function groupOf(path: string): string {
  return (path.split("[")[0] ?? "").split(".").slice(0, 2).join(".");
}
