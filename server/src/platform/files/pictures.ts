import sharp from 'sharp';

const dataUrlShape = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/=]+)$/;

/** Why a picture was not taken. */
export type PictureProblem = 'not-an-image' | 'file-too-large';

/**
 * Reads a picture from a data URL and encodes it again, so that nothing but pixels is stored: PNG, at most
 * `maxPixels` wide and high.
 *
 * @param maxBytes of the file that was sent
 */
export async function pictureFromDataUrl(
  dataUrl: string,
  { maxBytes, maxPixels }: { readonly maxBytes: number; readonly maxPixels: number },
): Promise<Buffer | PictureProblem> {
  const base64 = dataUrlShape.exec(dataUrl)?.[2];
  if (base64 === undefined) return 'not-an-image';
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.byteLength > maxBytes) return 'file-too-large';
  return sharp(bytes, { limitInputPixels: 25_000_000 })
    .rotate()
    .resize(maxPixels, maxPixels, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
    .catch(() => 'not-an-image' as const);
}
