import { claim, defineCheck } from "#harness";
import type { Fixture } from "#harness";

const requirement = "semantics.versions-are-per-object";

const objectCount = 4;

/** Tests the declaration `versionScope: object`. */
export const versionsArePerObject = defineCheck<readonly Fixture[]>({
  id: "semantics/versions-are-per-object",
  title: "Versions do not form a single sequence across objects, as declared",
  covers: [requirement],
  scope: "kind",
  needsNoStatus: true,

  async drive(context) {
    const fixtures: Fixture[] = [];
    for (let count = 0; count < objectCount; count += 1) fixtures.push(await context.fixture());
    return fixtures;
  },

  judge(fixtures) {
    const versions = fixtures.map(({ object }) => object.metadata.resourceVersion);
    return [
      claim(requirement, {
        holds: !isOneSequence(versions),
        expected:
          "the versions of new objects do not form a single sequence, as declared (versionScope: object)",
        actual: `${versions.join(", ")}, each greater than the previous version`,
        evidence: fixtures.map(({ exchange }) => exchange),
      }),
    ];
  },
});

function isOneSequence(versions: readonly string[]): boolean {
  if (versions.length < 2 || !versions.every((version) => /^\d{1,18}$/u.test(version)))
    return false;
  return versions.every(
    (version, index) => index === 0 || BigInt(version) > BigInt(versions[index - 1] ?? ""),
  );
}
