import { type Grey, asSharp } from './picture.ts';

/** How much smaller the map of the paper is than the picture. */
const coarse = 24;
/** Above 255, so that the grain of the paper goes over the edge. */
const overWhite = 268;
/** Share of the paper's brightness below which a patch is a dark bar with light letters on it, not shaded paper. */
const barShare = 0.6;

/**
 * A picture in which the paper is white however grey, coloured or shaded it was: engines choose one threshold for the
 * whole page, and a shadow or a white corner next to grey paper spoils it. About 90 ms for an A4 page at 200 dpi.
 */
export async function whiten(grey: Grey): Promise<Grey> {
  const { pixels, width, height } = grey;
  const paper = await paperMap(grey);
  const floor = brightness(paper.pixels) * barShare;
  const white = new Uint8Array(pixels.length);
  const row = new Float32Array(width);
  for (let y = 0; y < height; y += 1) {
    paperRow(paper, (y + 0.5) / height, row);
    for (let x = 0, index = y * width; x < width; x += 1, index += 1)
      white[index] = Math.min(255, ((pixels[index] ?? 0) * overWhite) / Math.max(row[x] ?? 255, floor, 1));
  }
  // Grain inside thick letters makes the engine cut them into pieces; the median closes it and keeps the edges.
  return { pixels: calmed(white, width, height), width, height };
}

/** How bright the paper is, smoothed: the mean of each patch holds some ink, and the brightest around it does not. */
async function paperMap(grey: Grey): Promise<Grey> {
  const across = Math.max(1, Math.round(grey.width / coarse));
  const down = Math.max(1, Math.round(grey.height / coarse));
  const means = await asSharp(grey)
    .resize({ width: across, height: down, fit: 'fill', kernel: 'linear' })
    .greyscale()
    .raw()
    .toBuffer();
  const brightest = brightestAround(means, across, down);
  const smooth = await asSharp({ pixels: brightest, width: across, height: down })
    .blur(1.5)
    .greyscale()
    .raw()
    .toBuffer();
  return { pixels: smooth, width: across, height: down };
}

function brightestAround(map: Uint8Array, across: number, down: number): Uint8Array {
  const reach = 2;
  const result = new Uint8Array(map.length);
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      let brightest = 0;
      for (let row = Math.max(0, y - reach); row <= Math.min(down - 1, y + reach); row += 1) {
        for (let column = Math.max(0, x - reach); column <= Math.min(across - 1, x + reach); column += 1) {
          brightest = Math.max(brightest, map[row * across + column] ?? 0);
        }
      }
      result[y * across + x] = brightest;
    }
  }
  return result;
}

/** The level that a tenth of the map exceeds. */
function brightness(map: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const level of map) counts[level] = (counts[level] ?? 0) + 1;
  let seen = 0;
  for (let level = 255; level > 0; level -= 1) {
    seen += counts[level] ?? 0;
    if (seen > map.length / 10) return level;
  }
  return 255;
}

/** One row of the map, drawn out to the width of the picture; `share` is how far down the row lies. */
function paperRow({ pixels, width: across, height: down }: Grey, share: number, row: Float32Array): void {
  const y = Math.min(down - 1, Math.max(0, share * down - 0.5));
  const upper = Math.floor(y) * across;
  const lower = Math.min(down - 1, Math.floor(y) + 1) * across;
  const part = y - Math.floor(y);
  const level = new Float32Array(across);
  for (let index = 0; index < across; index += 1)
    level[index] = (pixels[upper + index] ?? 255) * (1 - part) + (pixels[lower + index] ?? 255) * part;
  for (let index = 0; index < row.length; index += 1) {
    const x = Math.min(across - 1, Math.max(0, ((index + 0.5) / row.length) * across - 0.5));
    const left = Math.floor(x);
    const right = Math.min(across - 1, left + 1);
    row[index] = (level[left] ?? 255) * (1 - x + left) + (level[right] ?? 255) * (x - left);
  }
}

/** Each pixel as the middle one of itself and its eight neighbours; in the white between the letters nothing changes. */
function calmed(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const calm = Uint8Array.from(pixels);
  const near = new Uint8Array(9);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1, index = y * width + 1; x < width - 1; x += 1, index += 1) {
      // Five white ones of nine: so is the middle one.
      const isWhite =
        pixels[index] === 255 &&
        pixels[index - 1] === 255 &&
        pixels[index + 1] === 255 &&
        pixels[index - width] === 255 &&
        pixels[index + width] === 255;
      if (!isWhite) calm[index] = middleAt(pixels, index, width, near);
    }
  }
  return calm;
}

function middleAt(pixels: Uint8Array, index: number, width: number, near: Uint8Array): number {
  let count = 0;
  for (let row = index - width; row <= index + width; row += width) {
    for (let place = row - 1; place <= row + 1; place += 1) {
      const level = pixels[place] ?? 255;
      let to = count;
      // Put in order as they come: nine are few.
      while (to > 0 && (near[to - 1] ?? 0) > level) {
        near[to] = near[to - 1] ?? 0;
        to -= 1;
      }
      near[to] = level;
      count += 1;
    }
  }
  return near[4] ?? 255;
}
