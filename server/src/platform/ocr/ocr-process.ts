import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
import { z } from 'zod';
import { ServedError, serve } from '../processes/served.ts';
import { type Grey, asSharp, graymap, turned } from './picture.ts';
import { estimateSkew } from './straighten.ts';
import { type Area, cutOut, unreadAreas } from './unread.ts';
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
/** Confidence (0..1) under which a word at the head may be a large letter's ruins: what it covers is read again. */
const unsure = 0.6;
/** Letters of about this height in pixels are read best; larger ones are made smaller. */
const readingHeight = 48;

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

/** A page in colour, or in grey where it has none. */
interface Sheet {
  readonly data: Buffer;
  readonly info: OutputInfo;
}

async function upright(picture: Uint8Array, page: number): Promise<Sheet> {
  try {
    const file = sharp(picture, { page: page - 1, limitInputPixels: largestPicture, failOn: 'error' });
    const { space } = await file.metadata();
    // `autoOrient` honours the camera's note on which way is up.
    return await file
      .autoOrient()
      .flatten({ background: 'white' })
      .resize({ width: readingSide, height: readingSide, fit: 'inside' })
      .toColourspace(space === 'b-w' ? 'b-w' : 'srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch {
    throw new ServedError('unreadable');
  }
}

function sharpOf({ data, info }: Sheet): Sharp {
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

async function greyOf(sheet: Sheet): Promise<Grey> {
  const { width, height, channels } = sheet.info;
  const pixels = channels === 1 ? sheet.data : await sharpOf(sheet).greyscale().raw().toBuffer();
  return { pixels, width, height };
}

/** The page as people see it. */
async function shownPage(
  sheet: Sheet,
  angle: number,
): Promise<{ jpeg: Buffer; widthPx: number; heightPx: number }> {
  const level =
    angle === 0
      ? sheet
      : await sharpOf(sheet)
          .rotate(angle, { background: 'white' })
          .raw()
          .toBuffer({ resolveWithObject: true });
  const small = sharpOf(level).resize({
    width: shownSide,
    height: shownSide,
    fit: 'inside',
    withoutEnlargement: true,
  });
  const { data: jpeg, info } = await small.jpeg({ quality: 80 }).toBuffer({ resolveWithObject: true });
  return { jpeg, widthPx: info.width, heightPx: info.height };
}

async function recognise(ink: Grey): Promise<{ text: string; area: Area; confidence: number }[]> {
  const { data } = await (await engine).recognize(graymap(ink), {}, { blocks: true, text: false });
  return (data.blocks ?? [])
    .flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines))
    .flatMap((line) => line.words)
    .map(({ text, bbox, confidence }) => ({
      text: text.trim(),
      area: { left: bbox.x0, top: bbox.y0, right: bbox.x1, bottom: bbox.y1 },
      confidence: confidence / 100,
    }))
    .filter(({ text }) => text !== '');
}

async function readWords(ink: Grey): Promise<Reading> {
  const words = (await recognise(ink)).map(({ text, area, confidence }): Word => ({
    text,
    box: boxOf(area, ink),
    confidence,
  }));
  const letters = words.reduce((sum, word) => sum + word.text.length, 0);
  const weighed = words.reduce((sum, word) => sum + word.text.length * word.confidence * 100, 0);
  return { words, mean: letters === 0 ? 0 : weighed / letters };
}

function boxOf({ left, top, right, bottom }: Area, { width, height }: Grey): Word['box'] {
  return [left / width, top / height, right / width, bottom / height];
}

function areaOf({ box: [left, top, right, bottom] }: Word, { width, height }: Grey): Area {
  return { left: left * width, top: top * height, right: right * width, bottom: bottom * height };
}

/** Reads by itself what the engine passed over at the head of the page; its ruins of large letters give way. */
async function withHead(ink: Grey, words: readonly Word[]): Promise<readonly Word[]> {
  const sure = words.filter(({ confidence }) => confidence >= unsure);
  let all = words;
  for (const area of unreadAreas(
    ink,
    sure.map((word) => areaOf(word, ink)),
  )) {
    const read = (await readArea(ink, area)).filter(
      ({ text, confidence }) => confidence >= unsure && /[\p{L}\d]{2}/u.test(text),
    );
    if (read.length === 0) continue;
    const [left, top, right, bottom] = boxOf(area, ink);
    const isRuin = ({ box, confidence }: Word): boolean =>
      confidence < unsure && box[0] < right && box[2] > left && box[1] < bottom && box[3] > top;
    all = [...read, ...all.filter((word) => !isRuin(word))];
  }
  return all;
}

async function readArea(ink: Grey, area: Area): Promise<Word[]> {
  const margin = 16;
  const cut = cutOut(ink, area, margin);
  const scale = Math.min(1, readingHeight / (area.bottom - area.top));
  const { data, info } = await asSharp(cut)
    .resize({ width: Math.max(1, Math.round(cut.width * scale)) })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const found = await recognise({ pixels: data, width: info.width, height: info.height });
  const onPage = (at: number, start: number): number => at / scale - margin + start;
  return found.map(({ text, confidence, area: { left, top, right, bottom } }) => ({
    text,
    confidence,
    box: boxOf(
      {
        left: onPage(left, area.left),
        top: onPage(top, area.top),
        right: onPage(right, area.left),
        bottom: onPage(bottom, area.top),
      },
      ink,
    ),
  }));
}

serve({
  async read(args) {
    const { picture, page } = readArgs.parse(args);
    const sheet = await upright(picture, page);
    const ink = await whiten(await greyOf(sheet));
    const skew = await estimateSkew(ink);
    let angle = skew.angle + (skew.isSideways ? 90 : 0);
    // Drawn for people while the engine, a thread of its own, reads.
    let shown = shownPage(sheet, angle);
    shown.catch(() => undefined);
    let level = withoutRules(await turned(ink, angle));
    let reading = await readWords(level);
    if (reading.words.length > 5 && reading.mean < doubtful) {
      const over = withoutRules(await turned(ink, angle + 180));
      const second = await readWords(over);
      if (second.mean > reading.mean + 10) {
        angle += 180;
        reading = second;
        level = over;
        shown = shownPage(sheet, angle);
      }
    }
    const words = await withHead(level, reading.words);
    return { ...(await shown), angle, words };
  },
});
