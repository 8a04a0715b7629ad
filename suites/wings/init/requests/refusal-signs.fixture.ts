import type { JsonObject } from "#contract";
import type { ProvokedRefusal } from "../schema/error-fields.ts";

export function problem(status: number, type: string, instance: string): JsonObject {
  const at = `https://problems.example/${type}`;
  return { message: "no", extensions: { problem: { instance, type: at, status } } };
}

export function provoked(
  reason: ProvokedRefusal["reason"],
  result: JsonObject,
  current?: string,
): ProvokedRefusal {
  return {
    reason,
    exchange: {
      outcome: { result: "done" },
      reply: { status: 200, body: { data: { reportBed: result } } },
    },
    particulars: [],
    groups: new Set(),
    ...(current === undefined ? {} : { current }),
  };
}

export function refusedWith(status: number, message: string, code?: string): ProvokedRefusal {
  const error = { message, ...(code === undefined ? {} : { extensions: { code } }) };
  const reply = { status, body: { errors: [error] } };
  const exchange = { outcome: { result: "done" }, reply } as const;
  return { reason: "conflict", exchange, particulars: [], groups: new Set() };
}

export function refused(reason: ProvokedRefusal["reason"], error: JsonObject): ProvokedRefusal {
  const body = { data: null, errors: [{ path: ["report"], locations: [{ line: 1 }], ...error }] };
  return {
    ...provoked(reason, {}),
    exchange: { outcome: { result: "done" }, reply: { status: 200, body } },
  };
}

export function about(reason: ProvokedRefusal["reason"], message: string): ProvokedRefusal {
  return { ...refusedWith(200, message), reason };
}
