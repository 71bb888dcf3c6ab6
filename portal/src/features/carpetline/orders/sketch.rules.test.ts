import { expect, test } from 'vitest';
import { Shape } from '#contract/carpetline/line.ts';
import { drawingOf } from './sketch.rules.ts';

const none = { length: null, width: null, diameter: null };

test.each([
  [{ length: 300, width: 260 }, 150, 130],
  [{ length: 200, width: 100 }, 150, 75],
  [{ length: 100, width: 200 }, 65, 130],
])('a straight carpet of %o is drawn to scale', (sizes, along, across) => {
  expect(drawingOf({ ...none, shape: Shape.Straight, ...sizes })).toMatchObject({
    kind: 'straight',
    along,
    across,
    below: `${sizes.length} cm`,
    beside: `${sizes.width} cm`,
  });
});

test('a very long runner still shows as a carpet', () => {
  expect(drawingOf({ ...none, shape: Shape.Straight, length: 5000, width: 60 })?.across).toBe(6);
});

test('a round carpet fills the sketch', () => {
  expect(drawingOf({ ...none, shape: Shape.Round, diameter: 150 })).toMatchObject({
    kind: 'round',
    along: 130,
    across: 130,
    below: '⌀ 150 cm',
  });
});

test('area and edge are in metres', () => {
  expect(drawingOf({ ...none, shape: Shape.Straight, length: 340, width: 220 })).toMatchObject({
    area: 7.48,
    edge: 11.2,
  });
  const round = drawingOf({ ...none, shape: Shape.Round, diameter: 180 });
  expect(round?.area).toBeCloseTo(2.5447, 4);
  expect(round?.edge).toBeCloseTo(5.6549, 4);
});

test.each([
  [Shape.Straight, { length: 200 }],
  [Shape.Straight, { diameter: 200 }],
  [Shape.Round, { length: 200, width: 200 }],
  [Shape.Deviating, { length: 200, width: 200 }],
])('what is not known whole is not drawn (%i %o)', (shape, sizes) => {
  expect(drawingOf({ ...none, shape, ...sizes })).toBeNull();
});
