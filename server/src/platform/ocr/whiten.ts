import sharp from 'sharp';

/** How much smaller the map of the paper is than the picture. */
const coarse = 24;
/** Share of the paper's brightness below which a patch is a dark bar with light letters on it, not shaded paper. */
const barShare = 0.6;

/**
 * A greyscale PNG in which the paper is white however grey, coloured or shaded it was: engines choose one threshold
 * for the whole page, and a shadow or a white corner next to grey paper spoils it.
 */
export async function whiten(picture: Buffer): Promise<Buffer> {
  const grey = sharp(picture).greyscale();
  const { data, info } = await grey.raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const paper = await paperMap(data, width, height);
  const floor = brightness(paper) * barShare;
  for (let at = 0; at < data.length; at += 1) {
    const white = Math.max(paper[at] ?? 255, floor, 1);
    data[at] = Math.min(255, ((data[at] ?? 0) * 250) / white);
  }
  return sharp(data, { raw: { width, height, channels: 1 } }).png({ compressionLevel: 0 }).toBuffer();
}

/** The brightest of each patch's means, smoothed and as large as the picture: ink is thin, so patches see past it. */
async function paperMap(grey: Buffer, width: number, height: number): Promise<Buffer> {
  const small = { width: Math.max(1, Math.round(width / coarse)), height: Math.max(1, Math.round(height / coarse)) };
  const patches = await sharp(grey, { raw: { width, height, channels: 1 } })
    .resize({ ...small, fit: 'fill', kernel: 'linear' })
    .dilate(2)
    .blur(1.5)
    .greyscale()
    .raw()
    .toBuffer();
  return sharp(patches, { raw: { ...small, channels: 1 } })
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .greyscale()
    .raw()
    .toBuffer();
}

/** The level that a tenth of the map exceeds. */
function brightness(map: Buffer): number {
  const counts = new Uint32Array(256);
  for (const level of map) counts[level] = (counts[level] ?? 0) + 1;
  let seen = 0;
  for (let level = 255; level > 0; level -= 1) {
    seen += counts[level] ?? 0;
    if (seen > map.length / 10) return level;
  }
  return 255;
}
