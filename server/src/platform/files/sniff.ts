/** Types that are recognised by content. */
export type SniffedType =
  | 'empty'
  | 'pdf'
  | 'jpeg'
  | 'png'
  | 'gif'
  | 'webp'
  | 'heic'
  | 'avif'
  | 'tiff'
  | 'xml'
  | 'html'
  | 'zip'
  | 'ole'
  | 'text'
  | 'unknown';

/** The MIME type to send for a sniffed type; bytes that nobody can show are an octet stream. */
export const mimeOf: Readonly<Record<SniffedType, string>> = {
  empty: 'application/octet-stream',
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
  avif: 'image/avif',
  tiff: 'image/tiff',
  xml: 'application/xml',
  html: 'text/html',
  zip: 'application/zip',
  ole: 'application/octet-stream',
  text: 'text/plain',
  unknown: 'application/octet-stream',
};

const signatures: readonly (readonly [SniffedType, readonly number[]])[] = [
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['gif', [0x47, 0x49, 0x46, 0x38]],
  ['tiff', [0x49, 0x49, 0x2a, 0x00]],
  ['tiff', [0x4d, 0x4d, 0x00, 0x2a]],
  ['tiff', [0x49, 0x49, 0x2b, 0x00]],
  ['tiff', [0x4d, 0x4d, 0x00, 0x2b]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['ole', [0xd0, 0xcf, 0x11, 0xe0]],
];

/** Tells a file's type from its first bytes; names and declared types are the sender's and prove nothing. */
export function sniff(bytes: Uint8Array): SniffedType {
  if (bytes.length === 0) return 'empty';
  const known = signatures.find(([, signature]) => signature.every((byte, index) => bytes[index] === byte));
  if (known) return known[0];
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024));
  // Readers accept a PDF whose mark comes within the first kilobyte.
  if (head.includes('%PDF-')) return 'pdf';
  if (head.subarray(0, 4).toString('latin1') === 'RIFF' && head.subarray(8, 12).toString('latin1') === 'WEBP')
    return 'webp';
  const brand = /^ftyp(.{4})/s.exec(head.subarray(4, 12).toString('latin1'))?.[1] ?? '';
  // `mif1` is any picture of the family: the brands that it is compatible with say which.
  if (brand === 'avif' || (brand === 'mif1' && head.subarray(12, 64).includes('avif'))) return 'avif';
  if (/^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand)) return 'heic';
  return sniffText(head);
}

function sniffText(head: Buffer): SniffedType {
  // By its mark, or by how `<` stands in it.
  const isUtf16 = /^(?:\xff\xfe|\xfe\xff|<\0[^\0]\0|\0<\0[^\0])/.test(head.toString('latin1', 0, 4));
  if (!isUtf16 && head.includes(0)) return 'unknown';
  const text = (isUtf16 ? head.toString('latin1').replaceAll('\0', '') : head.toString('utf8'))
    .replace(/^[^<\w]{0,4}/, '')
    .trimStart();
  if (/^<(?:!doctype html|html|head|body)/i.test(text)) return 'html';
  if (/^<(?:\?xml|!--|!doctype|[a-z_])/i.test(text)) return 'xml';
  const odd = [...head].filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length;
  return odd === 0 ? 'text' : 'unknown';
}
