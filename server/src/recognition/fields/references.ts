import { type DocumentText, bestFive, candidateAt } from '../text/page-text.ts';
import type { Candidate } from '../recognised.ts';
import { type Spot, relationsOf, scoreFor } from '../labels/relations.ts';
import { type Line, boxOf } from '../text/words.ts';

const token =
  /(?<![\p{L}\d])\d{4}[ .]?\d{4}[ .]?\d{4}[ .]?\d{4}(?!\d)|(?<![\p{L}\d])[\p{L}\d][\p{L}\d\-/.]*\d[\p{L}\d\-/]*/giu;

/** Rows below a label in which its value may stand. */
const reach = 3;

/** Payment references: what is labelled as one, best first. */
export function findReferences(text: DocumentText): Candidate<string>[] {
  const near = new Set<Line>();
  for (const { kind, line } of text.labels) {
    if (kind !== 'reference') continue;
    const at = text.lines.indexOf(line);
    for (const one of text.lines.slice(at, at + 1 + reach)) if (one.page === line.page) near.add(one);
  }
  return bestFive([
    ...text.lines.flatMap(inFours),
    ...[...near].flatMap(tokensOn).flatMap((spot) => {
      const relations = relationsOf(spot, text.labels);
      const score = scoreFor(relations, 'reference');
      const label = relations.find((relation) => relation.label.kind === 'reference')?.label.text ?? '';
      return score < 0.3 ? [] : [candidateAt(spot, spot.value, score, [`label:${label}`])];
    }),
  ]);
}

/** `6040 2851 7300 1499`: what banks call a reference is printed so, whatever stands before it. */
function inFours(line: Line): Candidate<string>[] {
  return [...line.text.matchAll(fours)].map((match) => {
    const [start, end] = [match.index, match.index + match[0].length];
    const spot = { raw: match[0], line, start, end, box: boxOf(line, start, end) };
    const value = match[0].replaceAll(' ', '');
    return candidateAt({ ...spot, value }, value, 0.8, ['reference-shape']);
  });
}

const fours = /(?<!\d ?|\p{L}\d{2} )\d{4} \d{4} \d{4} \d{4}(?! ?\d)/gu;

function tokensOn(line: Line): Spot<string>[] {
  return [...line.text.matchAll(token)].map((match) => {
    const [start, end] = [match.index, match.index + match[0].length];
    const value = match[0].replaceAll(/[ .]/g, '');
    return { value, raw: match[0], line, start, end, box: boxOf(line, start, end) };
  });
}
