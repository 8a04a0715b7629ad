import { describe, expect, it } from "vitest";
import type { KindOutcome } from "../report/kind-outcome.ts";
import { renderKindTable } from "./kind-table.ts";

const ran = { seconds: 14, sums: { pass: 140, warn: 6 }, broken: [], open: [], leftBehind: 0 };

const kinds: readonly KindOutcome[] = [
  { kind: "gears.example.com", outcome: "conformant", ...ran },
  {
    kind: "volumegroupsnapshotcontents.groupsnapshot.storage.example.com",
    outcome: "broken",
    ...ran,
    broken: ["write.stores-submitted-status", "isolation.status-write-never-changes-spec"],
    open: ["watch.no-gap"],
  },
  {
    kind: "claims.example.com",
    outcome: "not-run",
    ...ran,
    reason: `no values for claims.example.com are known: ${"its spec cannot be changed ".repeat(3)}`,
  },
  { kind: "pods", outcome: "skipped", ...ran, reason: "built-in" },
];

describe("renderKindTable", () => {
  it("fits into 80 columns, regardless of the kinds and their reasons", () => {
    const text = renderKindTable(kinds, { folder: "results", width: 80, colorLevel: 0 });

    expect(text).toBe(`outcome      pass  warn  open     s  kind
broken        140     6     0    14
  volumegroupsnapshotcontents.groupsnapshot.storage.example.com
    write.stores-submitted-status, isolation.status-write-never-changes-spec,
    watch.no-gap (open)
not-run                              claims.example.com
    no values for claims.example.com are known: its spec cannot be changed its
    spec cannot be changed its spec cannot be changed
conformant    140     6     0    14  gears.example.com

Skipped, built-in: pods.

4 kinds: 1 conformant, 1 broken, 1 not run, 1 skipped. Nothing left behind.
The reports for each kind are in results.
`);
  });

  it("states which kind tested the requirements of the server for others", () => {
    const tester = { kind: "a.example.com", outcome: "conformant", ...ran } as const;
    const others = ["b.example.com", "c.example.com"].map(
      (kind) => ({ ...tester, kind, serverTestedOn: tester.kind }) as const,
    );
    const text = renderKindTable([tester, ...others], { folder: "r", width: 120, colorLevel: 0 });

    expect(text).toContain(
      "a.example.com also tested the requirements on the server for 2 other custom resources.\n",
    );
  });

  it("states of which kinds no status was tested", () => {
    const tested = { kind: "a.example.com", outcome: "conformant", ...ran } as const;
    const untested = { ...tested, kind: "b.example.com", withoutStatus: "it has no status" };
    const text = renderKindTable([tested, untested], { folder: "r", width: 120, colorLevel: 0 });

    expect(text).toContain("b.example.com\n    only spec writes were tested: it has no status\n");
    expect(text).toContain(
      "2 kinds: 2 conformant (1 without a tested status). Nothing left behind.",
    );
  });

  it("counts the requirements that are open without a status", () => {
    const open = ["write.a", "write.b"];
    const untested = { kind: "b.example.com", outcome: "undecided", ...ran, open } as const;
    const options = { folder: "r", width: 120, colorLevel: 0 } as const;
    const [known, unknown] = [untested, { ...untested, withoutStatus: "no value is known" }].map(
      (kind) => renderKindTable([kind], options),
    );

    expect(known).toContain("write.a (open), write.b (open)\n");
    expect(unknown).toContain(
      "    2 MUSTs (open)\n    only spec writes were tested: no value is known\n",
    );
  });

  it("names the command that deletes the remaining objects of a kind", () => {
    const clean = { kind: "a.example.com", outcome: "conformant", ...ran } as const;
    const left = { ...clean, kind: "b.example.com", leftBehind: 2 };
    const text = renderKindTable([clean, left], { folder: "results", width: 60, colorLevel: 0 });

    expect(text).toContain(
      "2 kinds: 2 conformant. 2 objects left behind.\n" +
        "To delete 2 objects of b.example.com:\n" +
        "    npx conformance cleanup results/b.example.com --kind b.example.com\n",
    );
    expect(text).not.toContain("of a.example.com");
  });

  it("lists kinds that were not reached by name, because there may be many", () => {
    const reason = "the time budget was exhausted";
    const names = Array.from({ length: 9 }, (_, index) => `parts-${index}.example.com`);
    const left = names.map((kind) => ({ kind, outcome: "not-reached", ...ran, reason }) as const);
    const text = renderKindTable(left, { folder: "results", width: 80, colorLevel: 0 });

    expect(text.split("\n").slice(1, 5)).toEqual([
      "",
      "Not reached because the time budget was exhausted: parts-0.example.com,",
      "parts-1.example.com, parts-2.example.com, parts-3.example.com,",
      "parts-4.example.com, parts-5.example.com, parts-6.example.com,",
    ]);
  });
});
