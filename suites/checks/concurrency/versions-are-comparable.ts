import { claim, defineCheck, undecided, writeSpec, writeStatuses } from "#harness";
import type { Written } from "#harness";

const requirement = "concurrency.versions-are-comparable";

export const versionsAreComparable = defineCheck<readonly Written[]>({
  id: "concurrency/versions-are-comparable",
  title: "Versions are decimal numbers that increase with every write to objects of the kind",
  covers: [requirement],
  scope: "kind",
  verbs: ["update"],

  async drive(context) {
    const first = await context.fixture();
    const second = await context.fixture();
    const reported = await writeStatuses(context, first, [1, 2]);
    const others = await writeStatuses(context, second, [3]);
    const last = await writeSpec(context, reported.at(-1) ?? first, 1);
    return [first, second, ...reported, ...others, last];
  },

  judge(writes) {
    const evidence = writes.map((write) => write.exchange);
    const versions = writes.map(({ object }) => String(object.metadata.resourceVersion));
    const odd = versions.filter((version) => !decimal.test(version));
    if (writes.length < 2) return [undecided(requirement, "too few versions to compare", evidence)];
    return [
      claim(requirement, {
        holds: odd.length === 0 && areGrowing(versions),
        expected: "decimal numbers without leading zeros, each greater than the previous number",
        actual: versions.join(", "),
        evidence,
        instances: versions.length - 1,
      }),
    ];
  },
});

const decimal = /^[1-9]\d*$/u;

function areGrowing(versions: readonly string[]): boolean {
  const numbers = versions.map(BigInt);
  return numbers.every((number, index) => number > (numbers[index - 1] ?? -1n));
}
