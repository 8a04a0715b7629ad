import * as fc from "fast-check";
import { expect, it } from "vitest";
import { inVersionOrder } from "./request-order.ts";
import { RequestTable } from "./request-table.ts";

interface Shown {
  readonly use: "" | "n" | "r" | "w";
  readonly version: number;
  readonly returned: number;
}

const base = 10n ** 15n - 5n;

/** Uses versions around the largest exactly represented number, so that both parts of a version affect the order. */
function textOf({ use, version }: Shown): string {
  return use === "" ? "" : `${use}${base + BigInt(version)}`;
}

function ordered(requests: readonly Shown[]): readonly Shown[] {
  const table = new RequestTable();
  for (const one of requests) table.add(`${one.returned}\t${textOf(one)}\tone\t{}`);
  const [rows = new Uint32Array()] = table.byObject();
  return [...inVersionOrder(table, rows)].flatMap((row) => requests[row] ?? []);
}

const someRequests = fc.array(
  fc.record<Shown>({
    use: fc.constantFrom("", "n", "r", "w"),
    version: fc.nat(12),
    returned: fc.nat(40),
  }),
  { maxLength: 25 },
);

it("places each read between the write of its version and the next one, and sorts writes by version", () => {
  fc.assert(
    fc.property(someRequests, (requests) => {
      const order = ordered(requests);

      expect(order).toHaveLength(requests.length);
      order.forEach((one, at) => {
        if (one.use !== "w" && one.use !== "r") return;
        const later = order.slice(at + 1).filter(({ use }) => use === "w");
        expect(later.filter(({ version }) => version < one.version)).toEqual([]);
        if (one.use === "w") return;
        expect(later.filter(({ version }) => version === one.version)).toEqual([]);
      });
    }),
  );
});
