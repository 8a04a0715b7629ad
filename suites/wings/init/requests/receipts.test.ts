import { describe, expect, it } from "vitest";
import type { JsonValue } from "#contract";
import type { Exchange } from "#targets";
import { messageIn, Receipts } from "./receipts.ts";

const field = "planPump";

function replied(value: JsonValue): Exchange {
  return {
    outcome: { result: "done" },
    reply: { status: 200, body: { data: { [field]: value } } },
  };
}

const refused = { result: "refused", refusal: { reason: "unclassified" } };

describe("responses of writes that return no object", () => {
  it.each<{ what: string; accepted: JsonValue; reply: JsonValue }>([
    {
      what: "another type of a union",
      accepted: { __typename: "Receipt", revision: 4 },
      reply: { __typename: "Rejection", ground: "OUTDATED", text: "the pump has revision 5" },
    },
    {
      what: "another flag",
      accepted: { ok: true, note: null },
      reply: { ok: false, note: "the pump has revision 5" },
    },
    {
      what: "an error that accepted writes lack",
      accepted: { id: "p1", error: null },
      reply: { id: null, error: { text: "the pump has revision 5" } },
    },
    {
      what: "a list of errors that accepted writes leave empty",
      accepted: { id: "p1", userErrors: [] },
      reply: { id: null, userErrors: [{ message: "the pump has revision 5" }] },
    },
  ])("are refusals if they have $what", ({ accepted, reply }) => {
    const receipts = new Receipts();
    receipts.add(field, replied(accepted));

    expect(receipts.compared(field, replied(reply)).outcome).toMatchObject(refused);
    expect(receipts.compared(field, replied(accepted)).outcome).toEqual({ result: "done" });
  });

  it("are accepted if only their values differ", () => {
    const receipts = new Receipts();
    receipts.add(field, replied({ __typename: "Receipt", revision: 4, effect: "CHANGED" }));
    const other = replied({ __typename: "Receipt", revision: 5, effect: "UNCHANGED" });

    expect(receipts.compared(field, other)).toBe(other);
  });

  it("are accepted if no accepted response is known", () => {
    const reply = replied({ __typename: "Rejection", text: "the pump has revision 5" });

    expect(new Receipts().compared(field, reply)).toBe(reply);
  });

  it("are compared without the read that follows the write", () => {
    const receipts = new Receipts();
    receipts.add(field, replied({ __typename: "Receipt" }));
    const write = replied({ __typename: "Rejection", text: "the pump has revision 5" });
    const whole: Exchange = {
      ...write,
      reply: { status: 200, body: { bodies: [write.reply?.body ?? null, { data: { pump: {} } }] } },
    };

    const compared = receipts.compared(field, whole);
    expect(compared.outcome).toMatchObject({
      refusal: { message: "the pump has revision 5" },
      result: "refused",
    });
    expect(compared.reply?.body).toEqual(write.reply?.body);
  });

  it("contain the message of a refusal", () => {
    const reply = {
      kiosk: null,
      userErrors: [{ message: "Store does not exist", code: "INVALID" }],
    };

    expect(messageIn(field, replied(reply))).toBe("Store does not exist");
    expect(messageIn(field, replied({ kiosk: null }))).toBeUndefined();
  });
});
