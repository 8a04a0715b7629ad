import { expect, it } from "vitest";
import { shortDocument } from "./short-document.ts";

const update = `mutation Update($id: ID!, $status: Status!) {
  updateKilnStatus(id: $id, status: $status) {
    id
    metadata { revision labels { name } }
    status { phase note }
  }
}`;

it("asks for what is wanted and nothing else", () => {
  const paths = [["updateKilnStatus", "status", "phase"]];
  expect(shortDocument(update, paths)).toBe(
    "mutation Update($id:ID!$status:Status!){updateKilnStatus(id:$id status:$status){status{phase}}}",
  );
});

it("asks for something where nothing is wanted: a field of an object needs it", () => {
  expect(shortDocument(update, [])).toContain("{__typename}");
});

it("keeps whatever uses a variable", () => {
  const text = "query($a:Int){all{edges(first:$a){node{id}}}}";
  expect(shortDocument(text, [])).toBe("query($a:Int){all{edges(first:$a){__typename}}}");
});

it("does not change other texts, or documents with fragments", () => {
  expect(shortDocument("PUT /apis/a/b", [])).toBe("PUT /apis/a/b");
  const text = "{kiln{...A}}fragment A on Kiln{id}";
  expect(shortDocument(text, [])).toBe(text);
});
