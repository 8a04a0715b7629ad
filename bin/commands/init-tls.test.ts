import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startReference } from "#reference";
import { ControllerProxy } from "../controller/controller-proxy.ts";
import { recognizeGraphql } from "../controller/recognize-graphql.ts";
import { makeServerCertificate } from "../controller/issue-certificate.ts";
import { folderForAllTests } from "../testing/temporary-folder.ts";
import { call } from "../testing/test-world.ts";

const folder = folderForAllTests();

it("reads a schema behind a certificate of one's own", async () => {
  const certificate = await makeServerCertificate(new Date());
  await using server = await startReference();
  await using secure = await ControllerProxy.start({
    endpoint: server.url,
    recognition: recognizeGraphql({ kinds: [] }),
    certificate,
  });
  const authority = join(folder.path, "authority.crt");
  writeFileSync(authority, certificate.authority);
  const args = ["init", "--endpoint", secure.secureUrl, "--no-probe", "--output", "-"];

  const distrusted = await call(args);
  expect(distrusted.err).toContain("pass yours with --certificate-authority FILE");
  const trusted = await call([...args, "--certificate-authority", authority]);

  expect(trusted.err).not.toContain("error:");
  expect(trusted.code).toBe(0);
  expect(trusted.out).toContain("kinds:");
});
