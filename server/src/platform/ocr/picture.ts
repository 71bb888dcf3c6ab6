import sharp, { type Sharp } from 'sharp';

/** A grey picture in memory, a byte a pixel, row by row: between the steps of reading nothing is encoded. */
export interface Grey {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The grey picture of any file that sharp reads. */
export async function greyOf(picture: Uint8Array): Promise<Grey> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

/** The same for sharp to go on with. */
export function asSharp({ pixels, width, height }: Grey): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 1 } });
}

/** Turned clockwise, on a sheet that holds all of it, white around it. */
export async function turned(grey: Grey, degrees: number): Promise<Grey> {
  if (degrees === 0) return grey;
  const sheet = asSharp(grey).rotate(degrees, { background: 'white' }).greyscale();
  const { data, info } = await sheet.raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

/** As a portable graymap: a header and the bytes, which the engine reads without unpacking. */
export function graymap({ pixels, width, height }: Grey): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}

/** The places with a 1 that touch this one, and those that touch them; cleared on the map. */
export function connectedTo(map: Uint8Array, start: number, width: number): number[] {
  const places = [start];
  map[start] = 0;
  for (let done = 0; done < places.length; done += 1) {
    const place = places[done] ?? 0;
    for (const off of [1, -1, width, -width, width + 1, width - 1, -width + 1, -width - 1]) {
      if (map[place + off] !== 1) continue;
      map[place + off] = 0;
      places.push(place + off);
    }
  }
  return places;
}

/** The smallest and the largest of numbers, however many there are. */
export function rangeOf(values: readonly number[]): readonly [min: number, max: number] {
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return [min, max];
}
