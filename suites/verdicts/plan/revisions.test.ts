import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { entriesUpTo, profileEntries, profileRevisions, profiles } from "#contract";
import type { ProfileEntry, ProfileName, ProfileRevision } from "#contract";
import { selectedRequirements } from "./selected-requirements.ts";
import { contractDigest, digestOf } from "../record/digest.ts";

const names = ["graphql-status/v1", "kubernetes/v1", "controller/v1"] as const;

/**
 * Truncated SHA-256 of the ids and levels in each revision. The line of a revision whose month has started never
 * changes. If a hash no longer matches, a requirement was changed or added without `since`: add a revision and name it
 * there.
 */
const published: Readonly<
  Record<ProfileRevision, Readonly<Record<ProfileName, readonly [count: number, digest: string]>>>
> = {
  "2026-11": {
    "graphql-status/v1": [175, "e233bf9902b1e0dd"],
    "kubernetes/v1": [188, "617b71dc4f565ba2"],
    "controller/v1": [26, "5452535b03b32c29"],
  },
  "2026-12": {
    "graphql-status/v1": [190, "4574420cd31c45c0"],
    "kubernetes/v1": [202, "576753d1bb9c6f5d"],
    "controller/v1": [30, "e010021874dbfac1"],
  },
};

describe("a published revision", () => {
  it.each(profileRevisions.flatMap((revision) => names.map((profile) => ({ profile, revision }))))(
    "asks today what it has always asked: $profile@$revision",
    ({ profile, revision }) => {
      const selected = selectedRequirements({ profile, revision });
      const hash = createHash("sha256");
      for (const { requirement, level } of selected) hash.update(`${requirement}\t${level}\n`);
      const found = [selected.length, hash.digest("hex").slice(0, 16)];

      expect(found).toEqual(published[revision][profile]);
    },
  );

  it("is listed for every profile, and after those that are older", () => {
    expect(Object.keys(profiles).toSorted()).toEqual(names.toSorted());
    expect([...new Set(profileRevisions)].toSorted()).toEqual(profileRevisions);
    expect(profileRevisions.filter((name) => !/^\d{4}-\d\d$/u.test(name))).toEqual([]);
  });

  it("is the newest one where none is named", () => {
    for (const profile of names) {
      const revision = profileRevisions.at(-1);
      expect(contractDigest(profile)).toBe(contractDigest(profile, revision));
      expect(selectedRequirements({ profile })).toEqual(
        selectedRequirements({ profile, revision }),
      );
    }
  });
});

type LaterEntry = Omit<ProfileEntry, "requirement" | "since"> & {
  readonly requirement: string;
  readonly since?: string;
};

describe("a requirement that a later revision adds", () => {
  const revisions = [...profileRevisions, "2027-05", "2027-11"];
  const added = { level: "MUST", statement: "A later rule holds." } as const;

  it.each(names)("is not part of the older revisions of %s", (profile) => {
    const [first, ...others] = profileEntries(profile);
    const entries: readonly LaterEntry[] = [
      ...(first === undefined ? [] : [first]),
      { ...added, requirement: "write.added-in-spring", since: "2027-05" },
      ...others,
      { ...added, requirement: "write.added-in-autumn", since: "2027-11" },
    ];
    const idsOf = (revision: string): readonly string[] =>
      entriesUpTo(revision, entries, revisions).map(({ requirement }) => requirement);

    for (const revision of profileRevisions) {
      const older = entriesUpTo(revision, entries, revisions);
      expect(older).toEqual(profileEntries(profile, revision));
      expect(digestOf(older)).toBe(contractDigest(profile, revision));
    }
    const spring = entriesUpTo("2027-05", entries, revisions);
    expect(digestOf(spring)).not.toBe(contractDigest(profile));
    expect(idsOf("2027-05")).toContain("write.added-in-spring");
    expect(idsOf("2027-05")).not.toContain("write.added-in-autumn");
    expect(idsOf("2027-11")).toEqual(entries.map(({ requirement }) => requirement));
  });
});
