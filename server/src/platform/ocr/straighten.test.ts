import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { asSharp, greyOf } from './picture.ts';
import { estimateSkew as skewOf } from './straighten.ts';
import { whiten } from './whiten.ts';

const estimateSkew = async (picture: Buffer) => skewOf(await greyOf(picture));

/** Bars like lines of words, on paper of one grey. */
function page(paper: number, ink: number): Promise<Buffer> {
  const width = 800;
  const height = 1100;
  const pixels = Buffer.alloc(width * height, paper);
  for (let line = 0; line < 20; line += 1) {
    for (let y = 0; y < 12; y += 1) {
      for (let x = 90; x < 500 + (line % 5) * 50; x += 1) {
        // Strokes of uneven width, or else the columns were as even as the lines.
        if (Math.imul((x >> 2) + line * 977, 0x9e3779b1) >>> 30 > 0)
          pixels[(100 + line * 40 + y) * width + x] = ink;
      }
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

const turned = async (degrees: number): Promise<Buffer> =>
  sharp(await page(255, 0))
    .rotate(degrees, { background: 'white' })
    .png()
    .toBuffer();

describe('skew', () => {
  test.each([0, 0.7, -1.5, 3.2, -6, 9])('lines turned by %s degrees are turned back', async (degrees) => {
    const { angle, isSideways } = await estimateSkew(await turned(degrees));
    expect(isSideways).toBe(false);
    expect(Math.abs(angle + degrees)).toBeLessThan(0.35);
  });

  test.each([0, 1.5, -3])('a bar along its side turns no page, nor hides %s degrees', async (degrees) => {
    const bar = await sharp({ create: { width: 60, height: 1060, channels: 3, background: '#555' } })
      .png()
      .toBuffer();
    const barred = await sharp(await page(255, 0))
      .composite([{ input: bar, left: 700, top: 20 }])
      .png()
      .toBuffer();
    const { angle, isSideways } = await estimateSkew(
      await sharp(barred).rotate(degrees, { background: 'white' }).png().toBuffer(),
    );
    expect(isSideways).toBe(false);
    expect(Math.abs(angle + degrees)).toBeLessThan(0.35);
  });

  test('a page on its side is noticed', async () => {
    expect(await estimateSkew(await turned(90))).toMatchObject({ isSideways: true });
  });

  test('an empty page is straight', async () => {
    const empty = await sharp({ create: { width: 600, height: 800, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    expect(await estimateSkew(empty)).toEqual({ isSideways: false, angle: 0 });
  });
});

test('grey paper becomes white and its ink stays dark', async () => {
  const { data, info } = await asSharp(await whiten(await greyOf(await page(150, 30))))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): number => data[(y * info.width + x) * info.channels] ?? -1;
  expect(at(30, 30)).toBeGreaterThan(245);
  const line = Array.from({ length: 300 }, (_, step) => at(100 + step, 106));
  expect(Math.min(...line)).toBeLessThan(90);
});
