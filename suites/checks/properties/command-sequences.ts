import {
  defineCheck,
  findingsOfSearch,
  judgeSequence,
  play,
  rulesFor,
  search,
  simplerSequences,
  withMoreValues,
} from "#harness";
import type { ModelRules, Move, Played, Searched } from "#harness";
import { sequenceRequirements } from "./sequence-requirements.ts";

/** Maximum length of a sequence. */
const longest = 12;

interface Observations {
  readonly rules: ModelRules;
  readonly searched: Searched<Played>;
}

export const commandSequences = defineCheck<Observations>({
  id: "properties/command-sequences",
  title: "Every step of random command sequences has a result that the contract permits",
  covers: sequenceRequirements,
  scope: "kind",
  phase: "property",

  async drive(context) {
    const rules = rulesFor(context);
    const varied = { ...context, kind: await withMoreValues(context) };
    const searched = await search<readonly Move[], Played>(context, {
      inputs: ({ sequences }) => sequences(varied, longest),
      simpler: simplerSequences,
      play: (moves) => play(varied, moves),
      judge: (played) => judgeSequence(played, rules),
    });
    return { rules, searched };
  },

  judge({ rules, searched }) {
    return findingsOfSearch(sequenceRequirements, searched, (played) =>
      judgeSequence(played, rules),
    );
  },
});
