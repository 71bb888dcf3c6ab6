import sharp from 'sharp';
import { expect, test } from 'vitest';
import { asSharp, greyOf } from './picture.ts';
import { withoutRules as wiped } from './unrule.ts';

const withoutRules = async (picture: Buffer): Promise<Buffer> =>
  asSharp(wiped(await greyOf(picture)))
    .png()
    .toBuffer();

const page = (drawing: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="2000"><rect width="1400" height="2000" fill="white"/>${drawing}</svg>`,
    ),
  )
    .png()
    .toBuffer();

/** Dark pixels within a box of the page. */
async function inkIn(
  picture: Buffer,
  left: number,
  top: number,
  width: number,
  height: number,
): Promise<number> {
  const { data } = await sharp(picture)
    .extract({ left, top, width, height })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data.filter((level) => level < 160).length;
}

const letter = (x: number, y: number): string =>
  `<path d="M${x} ${y}h4v24h-4z M${x + 14} ${y}h4v24h-4z M${x} ${y + 10}h18v4h-18z"/>`;

test('the box around a word goes, its crossings too, and the word stays', async () => {
  const box = '<path d="M200 300h400v50h-400z M400 300v50" fill="none" stroke="black" stroke-width="3"/>';
  const read = await withoutRules(await page(box + letter(240, 313)));
  const bare = await page(letter(240, 313));
  expect(await inkIn(read, 150, 250, 500, 150)).toBe(await inkIn(bare, 150, 250, 500, 150));
});

test('a letter that crosses a rule keeps its stroke', async () => {
  const read = await withoutRules(
    await page(`<path d="M100 500h600" stroke="black" stroke-width="3"/>${letter(300, 480)}`),
  );
  expect(await inkIn(read, 298, 478, 24, 30)).toBeGreaterThan(200);
  expect(await inkIn(read, 400, 480, 200, 40)).toBe(0);
});

test('a row of letters is no rule, and a dark bar stays for the engine', async () => {
  const row = Array.from({ length: 30 }, (_, at) => letter(100 + at * 20, 700)).join('');
  const bar = '<rect x="100" y="900" width="800" height="60"/>';
  const before = await page(row + bar);
  const after = await withoutRules(before);
  expect(await inkIn(after, 90, 690, 700, 50)).toBe(await inkIn(before, 90, 690, 700, 50));
  expect(await inkIn(after, 90, 890, 850, 90)).toBe(await inkIn(before, 90, 890, 850, 90));
});

test('a sloping pale rule of a scan goes as well', async () => {
  const read = await withoutRules(
    await page('<path d="M100 1200L900 1202" stroke="#888" stroke-width="3"/>'),
  );
  expect(await inkIn(read, 90, 1180, 820, 40)).toBeLessThan(20);
});
