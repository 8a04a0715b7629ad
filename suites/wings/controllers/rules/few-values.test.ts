import * as fc from "fast-check";
import { expect, it } from "vitest";
import { FewValues } from "./few-values.ts";

const change = fc.record({
  what: fc.constantFrom("set", "set", "delete"),
  name: fc.constantFrom("a", "b", "c", "d", "e"),
  value: fc.nat(9),
});

it("holds what a Map holds, in the same order", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const few = new FewValues<number>();
      const map = new Map<string, number>();
      for (const { what, name, value } of changes) {
        if (what === "set") {
          few.set(name, value);
          map.set(name, value);
        } else {
          few.delete(name);
          map.delete(name);
        }
      }

      expect([...few.entries()]).toEqual([...map]);
      expect(few.size).toBe(map.size);
      for (const name of ["a", "b", "c", "d", "e"]) expect(few.get(name)).toBe(map.get(name));
    }),
  );
});

it("forgets the oldest names when there is no end of them", () => {
  const few = new FewValues<number>();
  for (let i = 0; i < 1000; i += 1) few.set(`name-${i}`, i);

  expect(few.size).toBe(256);
  expect(few.get("name-743")).toBeUndefined();
  expect(few.get("name-744")).toBe(744);
  expect(few.get("name-999")).toBe(999);
});
