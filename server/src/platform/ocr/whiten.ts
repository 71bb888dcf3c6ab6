import sharp from 'sharp';

/** How much smaller the map of the paper is than the picture. */
const coarse = 24;
/** Above 255, so that the grain of the paper goes over the edge. */
const overWhite = 268;
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
    data[at] = Math.min(255, ((data[at] ?? 0) * overWhite) / white);
  }
  // Grain inside thick letters makes the engine cut them into pieces; the median closes it and keeps the edges.
  const calm = sharp(data, { raw: { width, height, channels: 1 } }).median(3);
  return calm.png({ compressionLevel: 0 }).toBuffer();
}

/**
 * How bright the paper is, smoothed and as large as the picture: the mean of each patch holds some ink, and the
 * brightest mean of its neighbours holds least.
 */
async function paperMap(grey: Buffer, width: number, height: number): Promise<Buffer> {
  const across = Math.max(1, Math.round(width / coarse));
  const down = Math.max(1, Math.round(height / coarse));
  const means = await sharp(grey, { raw: { width, height, channels: 1 } })
    .resize({ width: across, height: down, fit: 'fill', kernel: 'linear' })
    .greyscale()
    .raw()
    .toBuffer();
  const brightest = brightestAround(means, across, down);
  const raw = { width: across, height: down, channels: 1 } as const;
  const smooth = await sharp(brightest, { raw }).blur(1.5).greyscale().raw().toBuffer();
  return sharp(smooth, { raw })
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .greyscale()
    .raw()
    .toBuffer();
}

function brightestAround(map: Buffer, across: number, down: number): Buffer {
  const reach = 2;
  const result = Buffer.alloc(map.length);
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      let most = 0;
      for (let row = Math.max(0, y - reach); row <= Math.min(down - 1, y + reach); row += 1) {
        for (let column = Math.max(0, x - reach); column <= Math.min(across - 1, x + reach); column += 1) {
          most = Math.max(most, map[row * across + column] ?? 0);
        }
      }
      result[y * across + x] = most;
    }
  }
  return result;
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
