import type { Section } from "../section.ts";
import { accuracy } from "./accuracy.ts";
import { anyEndpoint } from "./any-endpoint.ts";
import { checker } from "./checker.ts";
import { detectionSection } from "./detection.ts";
import { growth } from "./growth.ts";
import { largeHistory } from "./large-history.ts";
import { observation } from "./observation.ts";
import { monitors } from "./monitors.ts";
import { porcupine } from "./porcupine.ts";
import { records } from "./records.ts";
import { replays } from "./replays.ts";
import { recorder } from "./detection-recorder.ts";
import { secondLineBudgetSection, secondLineSection } from "./second-line.ts";
import { audit } from "./audit.ts";
import { client } from "./client.ts";
import { fanOut } from "./fan-out.ts";
import { server } from "./server.ts";
import { runners } from "./runners.ts";
import { selfTest } from "./self-test.ts";
import { start } from "./start.ts";
import { suite } from "./suite.ts";
import { waits } from "./waits.ts";
import { watches } from "./watches.ts";

export const sections: Readonly<Record<string, Section>> = {
  start,
  waits,
  suite,
  records,
  "self-test": selfTest,
  runners,
  client,
  server,
  "fan-out": fanOut,
  audit,
  growth,
  accuracy,
  checker,
  watches,
  "any-endpoint": anyEndpoint,
  porcupine,
  monitors,
  "large-history": largeHistory,
  observation,
  recorder,
  detection: detectionSection,
  "second-line": secondLineSection,
  "second-line-budget": secondLineBudgetSection,
  replays,
};
