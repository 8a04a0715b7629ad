import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readKubeconfig } from "./kubeconfig.ts";
import { tokenFromFile } from "./token-file.ts";

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "status-conformance-kubeconfig-"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** A kubeconfig with two contexts: a user with a token, and one with a credential plugin. */
function kubeconfigWith(user: string): string {
  return `apiVersion: v1
kind: Config
current-context: usual
clusters:
  - name: one
    cluster:
      server: https://one.example:6443
      certificate-authority-data: ${Buffer.from("authority").toString("base64")}
  - name: two
    cluster: { server: "https://two.example:6443", insecure-skip-tls-verify: true }
contexts:
  - { name: usual, context: { cluster: one, user: admin } }
  - { name: other, context: { cluster: two, user: certified } }
users:
  - name: admin
    user:
${user}
  - name: certified
    user:
      client-certificate-data: ${Buffer.from("certificate").toString("base64")}
      client-key-data: ${Buffer.from("key").toString("base64")}
`;
}

const token = "      token: secret-token";

describe("readKubeconfig", () => {
  it("reads the current context, with a token", async () => {
    const path = written("token.yaml", kubeconfigWith(token));

    const access = await readKubeconfig({ path });

    expect(access).toMatchObject({
      server: "https://one.example:6443",
      tls: { certificateAuthority: Buffer.from("authority") },
      caller: { headers: { authorization: "Bearer secret-token" }, withCertificate: false },
    });
    expect(access.caller.secrets?.redact("not secret-token")).toBe("not [credential]");
  });

  it("prefers the token of a file to an inline one, as kubectl does", async () => {
    written("token.txt", "token-of-a-file\n");
    const user = `${token}\n      tokenFile: token.txt`;
    const path = written("token-file.yaml", kubeconfigWith(user));

    const access = await readKubeconfig({ path });

    expect(access.caller.headers).toEqual({ authorization: "Bearer token-of-a-file" });
    expect(access.caller.secrets?.redact("not token-of-a-file")).toBe("not [credential]");
    // A user with a certificate does not get the token of another user.
    const { caller } = await readKubeconfig({ path, context: "other" });
    expect(caller.headers).toEqual({});
  });

  it("ignores the token file of a second kubeconfig for a user of the first one", async () => {
    written("second.txt", "token-of-the-second");
    const first = written("first.yaml", kubeconfigWith(token));
    const second = written("second.yaml", kubeconfigWith("      tokenFile: second.txt"));
    vi.stubEnv("KUBECONFIG", [first, second].join(delimiter));
    const usual = tokenFromFile(undefined, "admin");
    vi.stubEnv("KUBECONFIG", [join(folder, "absent.yaml"), second, first].join(delimiter));
    const turned = tokenFromFile(undefined, "admin");
    vi.unstubAllEnvs();

    expect([usual, turned]).toEqual([undefined, "token-of-the-second"]);
  });

  it("states which token file is not there", async () => {
    const path = written("absent.yaml", kubeconfigWith("      tokenFile: absent.txt"));

    await expect(readKubeconfig({ path })).rejects.toThrow(
      /token file of .*absent\.yaml cannot be read: ENOENT.*absent\.txt/u,
    );
  });

  it("reads another context, with a certificate", async () => {
    const path = written("certificate.yaml", kubeconfigWith(token));

    await expect(readKubeconfig({ path, context: "other" })).resolves.toEqual({
      server: "https://two.example:6443",
      tls: {
        certificate: Buffer.from("certificate"),
        key: Buffer.from("key"),
        isInsecure: true,
      },
      caller: { headers: {}, withCertificate: true },
    });
  });

  it("reads a name and a password", async () => {
    const user = "      { username: admin, password: long-password }";
    const path = written("password.yaml", kubeconfigWith(user));
    const basic = Buffer.from("admin:long-password").toString("base64");

    const { caller } = await readKubeconfig({ path });

    expect(caller.headers).toEqual({ authorization: `Basic ${basic}` });
    expect(caller.secrets?.redact("not long-password")).toBe("not [credential]");
  });

  it("runs a credential plugin", async () => {
    const credential = {
      apiVersion: "client.authentication.k8s.io/v1",
      kind: "ExecCredential",
      status: { token: "from-plugin" },
    };
    const script = written(
      "plugin.cjs",
      `console.log(${JSON.stringify(JSON.stringify(credential))})`,
    );
    const user = `      exec:
        apiVersion: client.authentication.k8s.io/v1
        command: ${JSON.stringify(process.execPath)}
        args: [${JSON.stringify(script)}]
        interactiveMode: Never`;
    const path = written("plugin.yaml", kubeconfigWith(user));

    const { caller } = await readKubeconfig({ path });

    expect(caller.headers).toEqual({ authorization: "Bearer from-plugin" });
    expect(caller.secrets?.redact("not from-plugin")).toBe("not [credential]");
  });

  it("states that a credential plugin fails", async () => {
    const user = `      exec:
        apiVersion: client.authentication.k8s.io/v1
        command: ${JSON.stringify(join(folder, "no-such-program"))}
        interactiveMode: Never`;
    const path = written("failing.yaml", kubeconfigWith(user));

    await expect(readKubeconfig({ path })).rejects.toMatchObject({
      message: expect.stringContaining("the credentials of"),
      fix: expect.stringContaining("kubectl auth whoami"),
    });
  });

  it("names the contexts that there are", async () => {
    const path = written("contexts.yaml", kubeconfigWith(token));

    await expect(readKubeconfig({ path, context: "third" })).rejects.toMatchObject({
      message: expect.stringContaining("has no context third"),
      fix: "Choose one of usual, other.",
    });
  });

  it.each([
    { what: "a file that is not there", name: undefined, text: "" },
    { what: "a file that is no YAML", name: "garbage.yaml", text: "a: [" },
  ])("says that it cannot read $what", async ({ name, text }) => {
    const path = name === undefined ? join(folder, "missing.yaml") : written(name, text);

    await expect(readKubeconfig({ path })).rejects.toThrow("cannot be read");
  });

  it("states that an empty file has no contexts", async () => {
    const path = written("empty.yaml", "apiVersion: v1\nkind: Config\n");

    await expect(readKubeconfig({ path })).rejects.toMatchObject({
      fix: "Pass a kubeconfig with at least one context.",
    });
  });
});
