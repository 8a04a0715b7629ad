import { GraphQLClient } from "graphql-request";

export interface Chains {
  readonly url: string;
  readonly authorToken: string;
  readonly controllerToken: string;
  readonly count: number;
}

export const chainLength = 3;

const createService = `mutation ($input: CreateServiceInput!) { object: createService(input: $input) { metadata { resourceVersion } } }`;
const writeStatus = `mutation ($input: UpdateServiceStatusInput!) { object: updateServiceStatus(input: $input) { metadata { resourceVersion } } }`;
const readService = `query ($namespace: String!, $name: String!) { object: service(namespace: $namespace, name: $name) { metadata { resourceVersion } } }`;

interface Reply {
  readonly object: { readonly metadata: { readonly resourceVersion: string } };
}

/**
 * Creates an object, writes its status and reads it.
 *
 * @throws Error if the read shows a different version.
 */
export async function walkChain(chains: Chains, name: string): Promise<void> {
  const { url, authorToken, controllerToken } = chains;
  const author = new GraphQLClient(url, { headers: { authorization: `Bearer ${authorToken}` } });
  const controller = new GraphQLClient(url, {
    headers: { authorization: `Bearer ${controllerToken}` },
  });
  const key = { namespace: "default", name };
  const input = { ...key, spec: { type: "LoadBalancer", loadBalancerIP: "10.0.0.1" } };
  const { object } = await author.request<Reply>(createService, { input });
  const { resourceVersion } = object.metadata;
  const status = { observedGeneration: 1 };
  const write = { input: { ...key, resourceVersion, status } };
  const written = await controller.request<Reply>(writeStatus, write);
  const read = await author.request<Reply>(readService, key);
  if (read.object.metadata.resourceVersion !== written.object.metadata.resourceVersion) {
    throw new Error(`${name} was not stored as it was written`);
  }
}
