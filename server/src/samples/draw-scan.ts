import sharp from 'sharp';
import type { PdfReader } from '#server/platform/pdf/pdf.ts';
import { type Random, randomFrom } from './random.ts';
import type { ScanQuality } from './sample.ts';

interface ScanEffect {
  readonly dpi: number;
  /** Most degrees of skew, either way. */
  readonly skew: number;
  readonly blur: number;
  /** Most levels by which a pixel is off. */
  readonly noise: number;
  readonly quality: number;
  /** Brightness of the background and of the darkest ink. */
  readonly background: number;
  readonly ink: number;
}

const effects: Readonly<Record<ScanQuality, ScanEffect>> = {
  good: { dpi: 200, skew: 0.8, blur: 0.4, noise: 8, quality: 85, background: 250, ink: 15 },
  fair: { dpi: 200, skew: 2.2, blur: 0.6, noise: 16, quality: 70, background: 232, ink: 35 },
  hard: { dpi: 150, skew: 3.5, blur: 0.8, noise: 26, quality: 55, background: 205, ink: 50 },
};

/** Page 1 of a PDF as a scanner of that quality leaves it: askew, soft, grey and grainy. The same seed gives the same picture. */
export async function drawScan(
  pdfBytes: Buffer,
  pdf: PdfReader,
  quality: ScanQuality,
  seed: number,
): Promise<Buffer> {
  const effect = effects[quality];
  const random = randomFrom(seed);
  const document = await pdf.open(pdfBytes);
  try {
    const page = await document.picture(1, { dpi: effect.dpi, maxLongSide: 4000, quality: 95 });
    const degrees = (random.next() * 2 - 1) * effect.skew;
    const turned = sharp(page.jpeg).greyscale().rotate(degrees, { background: 'white' }).blur(effect.blur);
    const { data, info } = await turned.raw().toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    fade(data, width, height, effect, random);
    return await sharp(data, { raw: { width, height, channels: 1 } })
      .withMetadata({ density: effect.dpi })
      .jpeg({ quality: effect.quality })
      .toBuffer();
  } finally {
    await document.close();
  }
}

/** Greys the background, lets one side darken a little as under a lid, and adds grain. */
function fade(
  pixels: Buffer,
  width: number,
  height: number,
  { background, ink, noise }: ScanEffect,
  random: Random,
): void {
  const shade = random.next() * 18;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const level = ink + ((pixels[at] ?? 255) * (background - ink)) / 255 - (shade * x) / width;
      // Two draws make the grain gather around nought, as real grain does.
      const grain = (random.next() + random.next() - 1) * noise;
      pixels[at] = Math.max(0, Math.min(255, Math.round(level + grain)));
    }
  }
}
