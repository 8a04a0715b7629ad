import type { Section } from "../section.ts";
import { accuracy } from "./accuracy-section.ts";
import { anyEndpoint } from "./any-endpoint-section.ts";
import { checker } from "./checker-section.ts";
import { detectionSection } from "./detection-section.ts";
import { growth } from "./growth-section.ts";
import { largeHistory, largestHistory } from "./large-history-section.ts";
import { observation } from "./observation-section.ts";
import { monitors } from "./monitors-section.ts";
import { porcupine } from "./porcupine-section.ts";
import { records } from "./records-section.ts";
import { replays } from "./replays-section.ts";
import { recorder } from "./detection-recorder.ts";
import { secondLineBudgetSection, secondLineSection } from "./second-line-section.ts";
import { audit } from "./audit-section.ts";
import { client } from "./client-section.ts";
import { fanOut } from "./fan-out-section.ts";
import { server } from "./server-section.ts";
import { runners } from "./runners-section.ts";
import { selfTest } from "./self-test-section.ts";
import { start } from "./start-section.ts";
import { suite } from "./suite-section.ts";
import { waits } from "./waits-section.ts";
import { watches } from "./watches-section.ts";

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
  "largest-history": largestHistory,
  observation,
  recorder,
  detection: detectionSection,
  "second-line": secondLineSection,
  "second-line-budget": secondLineBudgetSection,
  replays,
};
