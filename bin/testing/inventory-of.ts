/** Lists the names of all objects on a reference server. */
export async function inventoryOf(url: string): Promise<readonly string[]> {
  const lists = ["services", "deployments", "buckets", "namespaces", "configMaps"];
  const definitions = 'definitions: resources(kind: "CustomResourceDefinition")';
  const query = `{ ${[...lists, definitions].map((list) => `${list} { items { metadata { name } } }`).join(" ")} }`;
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: "Bearer author-token", "content-type": "application/json" },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  if (text.includes('"errors"')) throw new Error(text);
  return [...text.matchAll(/"name":"([^"]*)"/gu)].map(([, name = ""]) => name).toSorted();
}
