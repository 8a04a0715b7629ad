import { describe, expect, it } from "vitest";
import { kubernetesOf, kubernetesWords } from "./kubernetes-settings.ts";
import type { KubernetesArguments } from "./kubernetes-settings.ts";

const environment = { TOKEN: "secret-token", EMPTY: "" };

describe("kubernetesOf", () => {
  it.each<{ readonly typed: KubernetesArguments; readonly is: unknown }>([
    { typed: {}, is: undefined },
    { typed: { protocol: "graphql", endpoint: "http://host/" }, is: undefined },
    { typed: { protocol: "kubernetes" }, is: { isInsecure: false } },
    { typed: { kubeconfig: "k" }, is: { kubeconfig: "k", isInsecure: false } },
    {
      typed: { context: "c", kind: ["deployments.apps"], kindFile: "f" },
      is: { context: "c", isInsecure: false, kinds: { names: ["deployments.apps"], file: "f" } },
    },
    { typed: { context: "c" }, is: { context: "c", isInsecure: false } },
    {
      typed: { protocol: "kubernetes", token: "env:TOKEN", insecure: true },
      is: { token: "secret-token", tokenVariable: "TOKEN", isInsecure: true },
    },
    {
      typed: {
        protocol: "kubernetes",
        certificateAuthority: "a",
        clientCertificate: "c",
        clientKey: "k",
      },
      is: {
        certificateAuthority: "a",
        clientCertificate: { certificate: "c", key: "k" },
        isInsecure: false,
      },
    },
  ])("understands $typed", ({ typed, is }) => {
    expect(kubernetesOf(typed, environment)).toEqual(is);
  });

  it.each<{ readonly typed: KubernetesArguments; readonly message: string }>([
    { typed: { protocol: "gopher" }, message: 'invalid value for --protocol: "gopher"' },
    { typed: { token: "secret-token" }, message: "--token does not apply" },
    { typed: { protocol: "graphql", kubeconfig: "k" }, message: "--kubeconfig does not apply" },
    { typed: { kind: ["deployments.apps"] }, message: "--kind does not apply" },
    { typed: { kindFile: "f" }, message: "--kind-file does not apply" },
    { typed: { kubeconfig: "k", dialect: "d" }, message: "--dialect does not apply" },
    { typed: { kubeconfig: "k", wsEndpoint: "w" }, message: "--ws-endpoint does not apply" },
    { typed: { kubeconfig: "k", token: "" }, message: "--token has no value" },
    {
      typed: { kubeconfig: "k", token: "env:EMPTY" },
      message: "EMPTY, given with --token, is unset or empty",
    },
    {
      typed: { kubeconfig: "k", clientKey: "f" },
      message: "--client-key requires --client-certificate",
    },
    {
      typed: { kubeconfig: "k", clientCertificate: "f" },
      message: "--client-certificate requires --client-key",
    },
  ])("refuses $typed", ({ typed, message }) => {
    expect(() => kubernetesOf(typed, environment)).toThrow(message);
    expect(() => kubernetesOf(typed, environment)).not.toThrow("secret-token");
  });
});

describe("kubernetesWords", () => {
  it.each<KubernetesArguments>([
    { kubeconfig: "k", context: "c", insecure: true },
    { protocol: "kubernetes", kind: ["deployments.apps", "services"], kindFile: "f" },
    { protocol: "kubernetes", token: "env:TOKEN", certificateAuthority: "a" },
    { protocol: "kubernetes", clientCertificate: "c", clientKey: "k" },
  ])("says $0 again, without the token", (typed) => {
    const args = kubernetesWords(kubernetesOf(typed, environment));

    expect(args.slice(0, 2)).toEqual(["--protocol", "kubernetes"]);
    expect(args).not.toContain("secret-token");
    for (const [option, value] of Object.entries(typed)) {
      if (option !== "protocol" && typeof value === "string") expect(args).toContain(value);
    }
  });

  it("names a variable to set for a token that was typed", () => {
    expect(kubernetesWords({ token: "secret-token", isInsecure: false })).toEqual([
      "--protocol",
      "kubernetes",
      "--token",
      "env:ADMINISTRATOR_TOKEN",
    ]);
  });

  it("reports nothing about a GraphQL endpoint", () => {
    expect(kubernetesWords(undefined)).toEqual([]);
  });
});
