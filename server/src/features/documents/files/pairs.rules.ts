import type { AttachedFiles } from '#server/recognition/index.ts';
import { nameKey } from '../creditors/creditors.rules.ts';

/** One file of an invoice, as it is compared with another one. */
export interface PairFile {
  readonly id: string;
  readonly filename: string;
  readonly sha256: string;
  /** Whether it is data (XML) or a picture that people read. */
  readonly isData: boolean;
  /** What an e-invoice names or holds (`attachedKeys`); empty for a picture. */
  readonly attached: readonly string[];
  /** The mail, upload or ZIP that it came with. */
  readonly arrival: string;
  /** The document that a person took it apart from. */
  readonly apartFrom: string | null;
  readonly administrationId: string | null;
  /** Null where it was not read; as §C2 compares it. */
  readonly numberKey: string | null;
  /** ISO day. */
  readonly date: string | null;
  readonly totalInCents: number | null;
  readonly supplier: {
    readonly name: string;
    readonly kvk: string | null;
    readonly vatId: string | null;
    readonly iban: string | null;
    readonly knownId: string | null;
  };
}

/** A file name as it is compared: without spaces, in lower case. */
export function fileKey(filename: string): string {
  return filename.normalize('NFC').toLowerCase().replaceAll(/\s+/gu, '');
}

/** The same without its end, such as `.pdf`. */
export function stemKey(filename: string): string {
  return fileKey(filename).replace(/\.[a-z0-9]{1,5}$/, '');
}

/** What an e-invoice names and holds, as it is stored and sought. */
export function attachedKeys({ names, sha256 }: AttachedFiles): string[] {
  const keys = [...sha256.map((hash) => `sha256:${hash}`), ...names.map((name) => `name:${fileKey(name)}`)];
  return [...new Set(keys)].slice(0, maxAttached);
}

const maxAttached = 50;
const maxDaysApart = 92;

/**
 * Whether a picture and an e-invoice are one invoice (§C21): its data holds exactly this picture, or number and supplier
 * are equal (a number may be misread where all else is equal), or its data names the picture and nothing that was read
 * speaks against it.
 */
export function isPair(one: PairFile, other: PairFile): boolean {
  if (one.isData === other.isData) return false;
  const [picture, data] = one.isData ? [other, one] : [one, other];
  if (one.apartFrom === other.id || other.apartFrom === one.id) return false;
  if (differ(one.administrationId, other.administrationId)) return false;
  if (data.attached.includes(`sha256:${picture.sha256}`)) return true;
  if (isCredit(picture) !== null && isCredit(data) !== null && isCredit(picture) !== isCredit(data))
    return false;
  const supplier = compareSuppliers(picture, data);
  if (supplier === 'other') return false;
  const named = isNamed(picture, data);
  if (picture.numberKey === null || data.numberKey === null) return named;
  const isSameMoney = picture.totalInCents === data.totalInCents && picture.date === data.date;
  if (picture.numberKey !== data.numberKey)
    return named && isSameMoney && shapeOf(picture.numberKey) === shapeOf(data.numberKey);
  // A supplier may begin again with 1 every year.
  if (supplier === 'same') return daysApart(picture.date, data.date) <= maxDaysApart;
  return named || isSameMoney;
}

// Signs that are taken for each other where a page is read.
function shapeOf(numberKey: string): string {
  return numberKey.replaceAll('O', '0').replaceAll(/[IL]/g, '1').replaceAll('S', '5').replaceAll('B', '8');
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

function isCredit({ totalInCents }: PairFile): boolean | null {
  return totalInCents === null ? null : totalInCents < 0;
}

function daysApart(one: string | null, other: string | null): number {
  return one === null || other === null ? 0 : Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000;
}

// By number where both have one; a name that was read of a page may be spelt otherwise, and says little where it differs.
function compareSuppliers(
  { supplier: one }: PairFile,
  { supplier: other }: PairFile,
): 'same' | 'other' | 'unknown' {
  if (one.kvk !== null && other.kvk !== null) return one.kvk === other.kvk ? 'same' : 'other';
  if (one.vatId !== null && other.vatId !== null) return one.vatId === other.vatId ? 'same' : 'other';
  if (one.knownId !== null && other.knownId !== null) return one.knownId === other.knownId ? 'same' : 'other';
  if (one.iban !== null && one.iban === other.iban) return 'same';
  if (one.name !== '' && nameKey(one.name) === nameKey(other.name)) return 'same';
  return 'unknown';
}

// `invoice.pdf` of another day may be any: a name counts from elsewhere only where it has a number in it.
function isNamed(picture: PairFile, data: PairFile): boolean {
  const cameTogether = picture.arrival === data.arrival;
  if (data.attached.includes(`name:${fileKey(picture.filename)}`))
    return cameTogether || /\d{3}/.test(stemKey(picture.filename));
  return cameTogether && stemKey(picture.filename) === stemKey(data.filename);
}
