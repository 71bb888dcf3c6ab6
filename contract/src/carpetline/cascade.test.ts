import { expect, test } from 'vitest';
import { choose, emptyChoice, type LineChoice, lineErrors } from './cascade.ts';
import type { Catalogue } from './catalogue.ts';
import { Shape } from './line.ts';

const color = (id: string) => ({ id, description: id, swatch: null, photo: null });
const catalogue: Catalogue = [
  {
    id: 'banded',
    description: 'Banderen',
    articles: [
      { id: 'leather', articleNumber: 'L1', description: 'Leer', colors: [color('brown')] },
      { id: 'plain', articleNumber: 'P1', description: 'Glad', colors: [] },
    ],
    colors: [],
  },
  { id: 'edged', description: 'Festonneren', articles: [], colors: [color('grey')] },
  { id: 'cut', description: 'Snijden', articles: [], colors: [] },
];
const straight: LineChoice = {
  ...emptyChoice,
  qualityName: 'Berber',
  length: 200,
  width: 90,
  semiFinishId: 'cut',
};

test.each<[string, Partial<LineChoice>, object]>([
  ['a cut straight carpet', {}, {}],
  ['no name', { qualityName: ' ' }, { qualityName: 'required' }],
  ['no width', { width: null }, { width: 'required' }],
  ['a width of nothing', { width: 0 }, { width: 'too-small' }],
  ['half a centimetre', { length: 10.5 }, { length: 'too-small' }],
  ['a straight one with a diameter', { diameter: 10 }, { diameter: 'invalid' }],
  ['a round one by its diameter', { shape: Shape.Round, length: null, width: null, diameter: 150 }, {}],
  ['a round one without', { shape: Shape.Round, length: null, width: null }, { diameter: 'required' }],
  ['a round one with a width', { shape: Shape.Round, length: null, diameter: 150 }, { width: 'invalid' }],
  ['a deviating one without drawing', { shape: Shape.Deviating }, { attachment: 'required' }],
  [
    'a deviating one, sizes optional',
    { shape: Shape.Deviating, length: null, width: null, hasDrawing: true },
    {},
  ],
  ['a drawing on a straight one', { hasDrawing: true }, { attachment: 'invalid' }],
  ['nothing of it', { quantity: 0 }, { quantity: 'too-small' }],
  ['no semi-finish', { semiFinishId: null }, { semiFinishId: 'required' }],
  ['one that cannot be ordered', { semiFinishId: 'gone' }, { semiFinishId: 'unknown' }],
  ['one with articles, without article', { semiFinishId: 'banded' }, { articleId: 'required' }],
  ['an article of another', { semiFinishId: 'cut', articleId: 'leather' }, { articleId: 'unknown' }],
  [
    'an article with colours, without colour',
    { semiFinishId: 'banded', articleId: 'leather' },
    { colorId: 'required' },
  ],
  ['an article with its colour', { semiFinishId: 'banded', articleId: 'leather', colorId: 'brown' }, {}],
  ['an article without colours', { semiFinishId: 'banded', articleId: 'plain' }, {}],
  [
    'a colour of another',
    { semiFinishId: 'banded', articleId: 'leather', colorId: 'grey' },
    { colorId: 'unknown' },
  ],
  ['colours of the semi-finish itself', { semiFinishId: 'edged', colorId: 'grey' }, {}],
])('%s', (_name, change, expected) => {
  expect(lineErrors(catalogue, { ...straight, ...change })).toEqual(expected);
});

test('an earlier choice clears what hangs on it, and nothing else', () => {
  const whole: LineChoice = { ...straight, semiFinishId: 'banded', articleId: 'leather', colorId: 'brown' };
  expect(choose(whole, { articleId: 'plain' })).toEqual({ ...whole, articleId: 'plain', colorId: null });
  expect(choose(whole, { semiFinishId: 'edged' })).toEqual({
    ...whole,
    semiFinishId: 'edged',
    articleId: null,
    colorId: null,
  });
  expect(choose(whole, { shape: Shape.Round })).toEqual({
    ...whole,
    shape: Shape.Round,
    length: null,
    width: null,
  });
  expect(choose(whole, { semiFinishId: 'banded' })).toEqual(whole);
});
