import { expect, it } from "vitest";
import { shortDocument } from "./short-document.ts";

const update = `mutation Update($id: ID!, $status: Status!) {
  updateKilnStatus(id: $id, status: $status) {
    id
    metadata { revision labels { name } }
    status { phase note }
  }
}`;

it("selects the requested fields and nothing else", () => {
  const paths = [["updateKilnStatus", "status", "phase"]];
  expect(shortDocument(update, paths)).toBe(
    "mutation Update($id:ID!$status:Status!){updateKilnStatus(id:$id status:$status){status{phase}}}",
  );
});

it("selects something if nothing is requested: a field of an object needs a selection", () => {
  expect(shortDocument(update, [])).toContain("{__typename}");
});

it("keeps everything that uses a variable", () => {
  const text = "query($a:Int){all{edges(first:$a){node{id}}}}";
  expect(shortDocument(text, [])).toBe("query($a:Int){all{edges(first:$a){__typename}}}");
});

it("does not change other texts, or documents with fragments", () => {
  expect(shortDocument("PUT /apis/a/b", [])).toBe("PUT /apis/a/b");
  const text = "{kiln{...A}}fragment A on Kiln{id}";
  expect(shortDocument(text, [])).toBe(text);
});
