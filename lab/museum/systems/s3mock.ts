import type { RecordedSystem } from "../exhibit.ts";

export const s3mock: RecordedSystem = {
  method: "recorded",
  name: "s3mock",
  title: "S3Mock",
  sources: "s3-history.py",
  language: "Java",
  licence: "Apache-2.0",
  tools: [
    ["mvn", "--version"],
    ["java", "--version"],
    ["python3", "--version"],
  ],
  build: (release) => [
    [
      "mvn",
      "-q",
      "-B",
      "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy",
      `-Dartifact=com.adobe.testing:s3mock:${release}:jar:exec`,
      "-DoutputDirectory=.",
      "-Dmdep.stripVersion=true",
    ],
    ["mv", "s3mock-exec.jar", "s3mock.jar"],
  ],
  record: ["python3", "s3-history.py", "s3mock"],
};
