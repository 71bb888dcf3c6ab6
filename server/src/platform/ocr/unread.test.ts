import { expect, test } from 'vitest';
import { cutOut, unreadAreas } from './unread.ts';
import type { Grey } from './picture.ts';

const width = 1600;
const height = 2340;

/** A white page with dark pieces on it. */
function page(
  ...pieces: readonly (readonly [left: number, top: number, wide: number, high: number])[]
): Grey {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [left, top, wide, high] of pieces)
    for (let y = top; y < top + high; y += 1) pixels.fill(0, y * width + left, y * width + left + wide);
  return { pixels, width, height };
}

/** A word of large letters: strokes with white between them. */
const logo = Array.from({ length: 12 }, (_, at) => [200 + at * 30, 160, 18, 40] as const);

test('a line of large letters that nobody read is found as one', () => {
  const [area, ...others] = unreadAreas(page(...logo), []);
  expect(others).toEqual([]);
  expect(area?.left).toBeLessThanOrEqual(200);
  expect(area?.right).toBeGreaterThanOrEqual(200 + 11 * 30 + 18);
  expect(area?.top).toBeLessThanOrEqual(160);
  expect(area?.bottom).toBeGreaterThanOrEqual(200);
});

test('what was read is none, nor is a speck, a picture or what stands below the head', () => {
  expect(unreadAreas(page(...logo), [{ left: 198, top: 158, right: 552, bottom: 202 }])).toEqual([]);
  expect(unreadAreas(page([300, 300, 10, 10]), [])).toEqual([]);
  expect(unreadAreas(page([300, 100, 300, 300]), [])).toEqual([]);
  expect(unreadAreas(page([300, 1800, 300, 40]), [])).toEqual([]);
});

test('a piece is cut out with white around it, and light letters on a bar are made dark', () => {
  const cut = cutOut(page([100, 100, 20, 10]), { left: 90, top: 90, right: 130, bottom: 120 }, 4);
  expect([cut.width, cut.height]).toEqual([48, 38]);
  expect([cut.pixels[0], cut.pixels[14 * 48 + 14]]).toEqual([255, 0]);
  const bar = cutOut(page([90, 90, 40, 30]), { left: 90, top: 90, right: 130, bottom: 120 }, 4);
  expect(bar.pixels.every((level) => level === 255)).toBe(true);
});
