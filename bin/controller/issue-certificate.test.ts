import { X509Certificate } from "node:crypto";
import { expect, it } from "vitest";
import { makeServerCertificate } from "./issue-certificate.ts";

it("makes a certificate for loopback that strict clients accept", async () => {
  const made = await makeServerCertificate(new Date());
  const authority = new X509Certificate(made.authority);
  const certificate = new X509Certificate(made.certificate);

  expect(certificate.verify(authority.publicKey)).toBe(true);
  expect(certificate.checkIssued(authority)).toBe(true);
  expect([authority.ca, certificate.ca]).toEqual([true, false]);
  expect(certificate.checkIP("127.0.0.1")).toBe("127.0.0.1");
  expect(certificate.checkHost("localhost")).toBe("localhost");
  expect(made.key).toMatch(/^-----BEGIN PRIVATE KEY-----\n/u);
  const again = await makeServerCertificate(new Date());
  expect(again.key).not.toBe(made.key);
});
