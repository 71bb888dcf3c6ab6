import { type Grey, asSharp, connectedTo, rangeOf } from './picture.ts';

/** How a picture must be turned for its lines of text to run level. */
export interface Skew {
  /** Whether lines run up and down, so that it needs a quarter turn first. */
  readonly isSideways: boolean;
  /** Degrees, clockwise positive, within ±10; 0 where no lines were found. */
  readonly angle: number;
}

const smallSide = 900;
const maxAngle = 10;

/**
 * Estimates the skew from projection profiles: over the right angle, rows of ink and rows of paper alternate most
 * sharply. About 50 ms.
 */
export async function estimateSkew(picture: Grey): Promise<Skew> {
  const { points: all, width, height } = await inkPoints(picture);
  const points = withoutLong(all, width, height);
  // Too little ink for a profile; a nearly empty page is straight enough.
  if (points.length < 400) return { isSideways: false, angle: 0 };
  const level = bestAngle(points, width, height);
  const upright = bestAngle(turned(points), height, width);
  const isSideways = upright.sharpness > level.sharpness * 1.6;
  return { isSideways, angle: (isSideways ? upright : level).angle };
}

/** Pairs x, y of pixels darker than their neighbourhood, so that shade and coloured paper do not count. */
async function inkPoints(picture: Grey): Promise<{ points: Int16Array; width: number; height: number }> {
  const small = asSharp(picture).resize({ width: smallSide, height: smallSide, fit: 'inside' });
  const { data, info } = await small.blur(0.6).greyscale().raw().toBuffer({ resolveWithObject: true });
  const sheet = { pixels: data, width: info.width, height: info.height };
  const paper = await asSharp(sheet).blur(12).greyscale().raw().toBuffer();
  const found: number[] = [];
  const margin = Math.round(Math.min(info.width, info.height) * 0.02);
  for (let y = margin; y < info.height - margin; y += 1) {
    for (let x = margin; x < info.width - margin; x += 1) {
      const at = y * info.width + x;
      if ((data[at] ?? 255) < (paper[at] ?? 0) - 24) found.push(x, y);
    }
  }
  return { points: Int16Array.from(found), width: info.width, height: info.height };
}

/** Longest side of what may be a word, as a share of the page: 36 mm of an A4 page. */
const longestWord = 0.12;

/**
 * The ink without bars, frames and rules: a bar along the side of a page is sharper than all its lines of text, and
 * would have it turned a quarter. A level rule of the page's direction is no higher than a word, and stays.
 */
function withoutLong(points: Int16Array, width: number, height: number): Int16Array {
  const open = new Uint8Array(width * height);
  for (let at = 0; at < points.length; at += 2) open[(points[at + 1] ?? 0) * width + (points[at] ?? 0)] = 1;
  const limit = Math.max(width, height) * longestWord;
  const remaining: number[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const start = (points[at + 1] ?? 0) * width + (points[at] ?? 0);
    if (open[start] !== 1) continue;
    const piece = connectedTo(open, start, width);
    const rows = piece.map((place) => Math.floor(place / width));
    const columns = piece.map((place) => place % width);
    const isLong = spread(rows) > limit || (spread(columns) > limit && spread(rows) > 3);
    if (!isLong) for (const place of piece) remaining.push(place % width, Math.floor(place / width));
  }
  return remaining.length < 400 ? points : Int16Array.from(remaining);
}

function spread(places: readonly number[]): number {
  const [min, max] = rangeOf(places);
  return max - min;
}

function turned(points: Int16Array): Int16Array {
  const result = new Int16Array(points.length);
  for (let at = 0; at < points.length; at += 2) {
    result[at] = points[at + 1] ?? 0;
    result[at + 1] = -(points[at] ?? 0);
  }
  return result;
}

function bestAngle(points: Int16Array, width: number, height: number): { angle: number; sharpness: number } {
  let best = { angle: 0, sharpness: sharpnessAt(points, width, height, 0) };
  const search = (from: number, to: number, step: number): void => {
    for (let angle = from; angle <= to + 1e-9; angle += step) {
      const sharpness = sharpnessAt(points, width, height, angle);
      if (sharpness > best.sharpness) best = { angle, sharpness };
    }
  };
  search(-maxAngle, maxAngle, 0.5);
  search(best.angle - 0.4, best.angle + 0.4, 0.1);
  search(best.angle - 0.06, best.angle + 0.06, 0.03);
  return Math.abs(best.angle) < 0.05 ? { ...best, angle: 0 } : best;
}

/** Sum of squared steps between neighbouring rows of the profile, seen along lines that fall by `angle`. */
function sharpnessAt(points: Int16Array, width: number, height: number, angle: number): number {
  const radians = (angle * Math.PI) / 180;
  const sin = Math.sin(radians);
  const cos = Math.cos(radians);
  const offset = Math.ceil(width * Math.abs(sin)) + width + 2;
  const rows = new Uint32Array(Math.ceil(height + width) * 2 + offset + 4);
  for (let at = 0; at < points.length; at += 2) {
    // A picture turned clockwise by `angle` afterwards has this point on this row.
    const row = Math.round((points[at] ?? 0) * sin + (points[at + 1] ?? 0) * cos) + offset;
    rows[row] = (rows[row] ?? 0) + 1;
  }
  let sum = 0;
  for (let row = 1; row < rows.length; row += 1) sum += ((rows[row] ?? 0) - (rows[row - 1] ?? 0)) ** 2;
  return sum;
}
