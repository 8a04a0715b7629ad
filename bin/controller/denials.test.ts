import { expect, it } from "vitest";
import { Denials } from "./denials.ts";

const path = "/apis/coordination.k8s.io/v1/namespaces/default/leases";

function denied(message: string): { readonly status: number; readonly body: Buffer } {
  return { status: 403, body: Buffer.from(JSON.stringify({ kind: "Status", message })) };
}

it("quotes who may not do what", () => {
  const who = 'User "a" cannot create resource "leases" in API group "coordination.k8s.io"';
  const denials = new Denials();
  expect(denials.last).toBeUndefined();
  const request = { method: "POST", path };

  expect(denials.noted(request, denied(`leases.coordination.k8s.io is forbidden: ${who}`))).toBe(
    who,
  );
  expect(denials.last).toBe(who);
  denials.forget();
  expect(denials.last).toBeUndefined();
});

it("skips events, on which no controller depends", () => {
  const denials = new Denials();
  denials.noted({ method: "POST", path }, denied("leases"));
  denials.noted({ method: "POST", path: "/api/v1/namespaces/default/events" }, denied("events"));

  expect(denials.last).toContain("leases");
});

it("needs no message, and shortens a long one", () => {
  const denials = new Denials();
  denials.noted({ method: "GET", path: "/a" }, { status: 401, body: Buffer.from("no JSON") });
  expect(denials.last).toBe("the endpoint rejected GET /a with HTTP 401");
  denials.noted({ method: "GET", path: "/a" }, denied("x".repeat(1_000)));

  expect(denials.last?.length).toBeLessThan(400);
});
