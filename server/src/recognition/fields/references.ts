import { type DocumentText, bestFive, candidateAt } from '../text/page-text.ts';
import type { Candidate } from '../recognised.ts';
import { relationsOf, scoreFor } from '../labels/relations.ts';

/** Payment references: what is labelled as one, best first. */
export function findReferences(text: DocumentText): Candidate<string>[] {
  const labelled = text.labels.filter(({ kind }) => kind === 'reference');
  const spots = labelled.flatMap(({ line }) =>
    [
      ...line.text.matchAll(
        /(?<![\p{L}\d])\d{4}[ .]?\d{4}[ .]?\d{4}[ .]?\d{4}(?!\d)|(?<![\p{L}\d])[\p{L}\d][\p{L}\d\-/.]*\d[\p{L}\d\-/]*/giu,
      ),
    ].map((match) => {
      const start = match.index;
      const end = start + match[0].length;
      return { value: match[0].replaceAll(/[ .]/g, ''), raw: match[0], line, start, end, box: line.box };
    }),
  );
  return bestFive(
    spots.flatMap((spot) => {
      const relations = relationsOf(spot, text.labels);
      const score = scoreFor(relations, 'reference');
      const label = relations.find((relation) => relation.label.kind === 'reference')?.label.text ?? '';
      return score < 0.3 ? [] : [candidateAt(spot, spot.value, score, [`label:${label}`])];
    }),
  );
}
