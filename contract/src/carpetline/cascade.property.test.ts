import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { choose, emptyChoice, type LineChoice, lineErrors, optionsOf } from './cascade.ts';
import type { Catalogue } from './catalogue.ts';
import { Shape } from './line.ts';

const color = fc.record({
  id: fc.uuid(),
  description: fc.string(),
  swatch: fc.constant(null),
  photo: fc.constant(null),
});
const colors = fc.array(color, { maxLength: 3 });
const article = fc.record({ id: fc.uuid(), articleNumber: fc.string(), description: fc.string(), colors });
const catalogues: fc.Arbitrary<Catalogue> = fc.array(
  fc.record({
    id: fc.uuid(),
    description: fc.string(),
    articles: fc.array(article, { maxLength: 3 }),
    colors,
  }),
  { minLength: 1, maxLength: 4 },
);

/** What a person may do next: any choice that the screen offers at that moment, in any order. */
function steps(catalogue: Catalogue, choice: LineChoice): LineChoice[] {
  const { articles, colors: shown } = optionsOf(catalogue, choice);
  return [
    ...Object.values(Shape).map((shape) => choose(choice, { shape })),
    ...catalogue.map(({ id }) => choose(choice, { semiFinishId: id })),
    ...articles.map(({ id }) => choose(choice, { articleId: id })),
    ...shown.map(({ id }) => choose(choice, { colorId: id })),
    choose(choice, { semiFinishId: null }),
    choose(choice, { articleId: null }),
  ];
}

/** Fills in what is still asked, as the screen offers it, first option first. */
function finish(catalogue: Catalogue, start: LineChoice): LineChoice {
  let choice: LineChoice = { ...start, qualityName: 'Berber 12' };
  if (choice.shape === Shape.Straight) choice = { ...choice, length: 200, width: 90 };
  if (choice.shape === Shape.Round) choice = { ...choice, diameter: 150 };
  if (choice.shape === Shape.Deviating) choice = { ...choice, hasDrawing: true };
  if (choice.semiFinishId === null) choice = choose(choice, { semiFinishId: catalogue[0]?.id ?? null });
  if (choice.articleId === null)
    choice = choose(choice, { articleId: optionsOf(catalogue, choice).articles[0]?.id ?? null });
  if (choice.colorId === null)
    choice = choose(choice, { colorId: optionsOf(catalogue, choice).colors[0]?.id ?? null });
  return choice;
}

test('whatever somebody chooses in whatever order, the rest can be filled in and is then not refused', () => {
  fc.assert(
    fc.property(catalogues, fc.array(fc.nat(), { maxLength: 12 }), (catalogue, picks) => {
      let choice = emptyChoice;
      for (const pick of picks) {
        const possible = steps(catalogue, choice);
        choice = possible[pick % possible.length] ?? choice;
      }
      expect(lineErrors(catalogue, finish(catalogue, choice))).toEqual({});
    }),
  );
});

test('no choice ever leaves something chosen that is not offered', () => {
  fc.assert(
    fc.property(catalogues, fc.array(fc.nat(), { maxLength: 12 }), (catalogue, picks) => {
      let choice = emptyChoice;
      for (const pick of picks) {
        const possible = steps(catalogue, choice);
        choice = possible[pick % possible.length] ?? choice;
        const { articles, colors: shown } = optionsOf(catalogue, choice);
        expect(choice.articleId === null || articles.some(({ id }) => id === choice.articleId)).toBe(true);
        expect(choice.colorId === null || shown.some(({ id }) => id === choice.colorId)).toBe(true);
      }
    }),
  );
});
