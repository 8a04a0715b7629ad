import { expect, it } from "vitest";
import type { JsonValue } from "#contract";
import { inNextStyle } from "./value-styles.ts";

function sizesOf(first: number): readonly JsonValue[] {
  const sizes: JsonValue[] = [];
  let size: JsonValue | undefined = first;
  while (size !== undefined && sizes.length < 9) {
    sizes.push(size);
    size = inNextStyle("moisture", size);
  }
  return sizes;
}

it.each([
  { first: 1, sizes: [1, 10, 100, 1000] },
  { first: 1.5, sizes: [1.5, 0.15, 15, 150, 1500] },
  { first: 2.5, sizes: [2.5, 0.25, 25, 250, 2500] },
  { first: 3.5, sizes: [3.5, 0.35, 35, 350, 3500] },
  { first: 0, sizes: [0] },
])("tries $sizes for a number that starts as $first", ({ first, sizes }) => {
  expect(sizesOf(first)).toEqual(sizes);
});
