import { describe, expect, it } from "vitest";
import { readObject } from "./object-reader.ts";
import { widget, widgetData } from "../testing/widget-dialect.ts";

describe("an object in another form", () => {
  it("arrives as a text", () => {
    const kind = { ...widget, boxed: "jsonText" } as const;
    expect(readObject(JSON.stringify(widgetData), kind)).toEqual(readObject(widgetData, widget));
    expect(readObject("{", kind)).toMatchObject({ ok: false, problem: /not JSON/u });
  });

  it("has the members of its status beside its identity", () => {
    const paths = { ...widget.paths, status: { phase: "phase", count: "stat.n" } };
    const reading = readObject(
      { ...widgetData, phase: "Busy", stat: { n: 2 } },
      { ...widget, paths },
    );
    const empty = readObject({ ...widgetData, phase: null, stat: null }, { ...widget, paths });

    expect(reading).toMatchObject({ value: { status: { phase: "Busy", count: 2 } } });
    expect(empty).toMatchObject({ ok: true });
    expect(empty).not.toHaveProperty("value.status");
  });
});
