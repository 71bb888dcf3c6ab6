import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
import { z } from 'zod';
import { ServedError, serve } from '../processes/served.ts';
import { estimateSkew } from './straighten.ts';
import { withoutRules } from './unrule.ts';
import { whiten } from './whiten.ts';

// Runs as a child of ocr.ts.

sharp.concurrency(1);
sharp.cache(false);

const languages = ['nld', 'eng'];
/** Long side of what the engine reads: an A4 page at about 200 dpi; more costs time and finds no more. */
const readingSide = 2340;
const shownSide = 2000;
const largestPicture = 50_000_000;
/** Mean word confidence (0..100) under which the page may be upside down. */
const doubtful = 55;

const readArgs = z.object({ picture: z.instanceof(Uint8Array), page: z.number().int().min(1) });

interface Word {
  readonly text: string;
  readonly box: readonly [number, number, number, number];
  readonly confidence: number;
}

interface Reading {
  readonly words: readonly Word[];
  readonly mean: number;
}

const engine = startEngine();

/** The language files lie in two packages, and the engine wants one folder: it lives only while they are loaded. */
async function startEngine(): Promise<Worker> {
  const require = createRequire(import.meta.url);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'balie-ocr-'));
  try {
    for (const language of languages) {
      const file = `${language}.traineddata.gz`;
      const from = path.dirname(require.resolve(`@tesseract.js-data/${language}/package.json`));
      await copyFile(path.join(from, '4.0.0_best_int', file), path.join(folder, file));
    }
    const worker = await createWorker(languages, OEM.LSTM_ONLY, {
      langPath: folder,
      cacheMethod: 'none',
      gzip: true,
      // Without one, an error of the engine ends the process.
      errorHandler: () => undefined,
    });
    await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_BLOCK, user_defined_dpi: '200' });
    return worker;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function upright(picture: Uint8Array, page: number): Promise<Buffer> {
  try {
    // `autoOrient` honours the camera's note on which way is up.
    return await sharp(picture, { page: page - 1, limitInputPixels: largestPicture, failOn: 'error' })
      .autoOrient()
      .flatten({ background: 'white' })
      .resize({ width: readingSide, height: readingSide, fit: 'inside' })
      .toColourspace('srgb')
      .png({ compressionLevel: 0 })
      .toBuffer();
  } catch {
    throw new ServedError('unreadable');
  }
}

async function turn(picture: Buffer, degrees: number): Promise<Buffer> {
  if (degrees === 0) return picture;
  return sharp(picture).rotate(degrees, { background: 'white' }).png({ compressionLevel: 0 }).toBuffer();
}

async function readWords(ink: Buffer): Promise<Reading> {
  const { width, height } = await sharp(ink).metadata();
  const { data } = await (await engine).recognize(ink, {}, { blocks: true, text: false });
  const words: Word[] = [];
  for (const block of data.blocks ?? []) {
    for (const line of block.paragraphs.flatMap((paragraph) => paragraph.lines)) {
      for (const { text, bbox, confidence } of line.words) {
        const box = [bbox.x0 / width, bbox.y0 / height, bbox.x1 / width, bbox.y1 / height] as const;
        if (text.trim() !== '') words.push({ text: text.trim(), box, confidence: confidence / 100 });
      }
    }
  }
  const letters = words.reduce((sum, word) => sum + word.text.length, 0);
  const weighed = words.reduce((sum, word) => sum + word.text.length * word.confidence * 100, 0);
  return { words, mean: letters === 0 ? 0 : weighed / letters };
}

serve({
  async read(args) {
    const { picture, page } = readArgs.parse(args);
    const original = await upright(picture, page);
    const ink = await whiten(original);
    const skew = await estimateSkew(ink);
    let angle = skew.angle + (skew.isSideways ? 90 : 0);
    let reading = await readWords(await withoutRules(await turn(ink, angle)));
    if (reading.words.length > 5 && reading.mean < doubtful) {
      const second = await readWords(await withoutRules(await turn(ink, angle + 180)));
      if (second.mean > reading.mean + 10) {
        angle += 180;
        reading = second;
      }
    }
    const shown = sharp(await turn(original, angle)).resize({
      width: shownSide,
      height: shownSide,
      fit: 'inside',
      withoutEnlargement: true,
    });
    const { data: jpeg, info } = await shown.jpeg({ quality: 80 }).toBuffer({ resolveWithObject: true });
    return { jpeg, widthPx: info.width, heightPx: info.height, angle, words: reading.words };
  },
});
