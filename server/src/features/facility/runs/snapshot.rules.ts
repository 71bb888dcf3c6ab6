import { createHash, type Hash } from 'node:crypto';
import type { FinalInvoice } from './stored.ts';

/** JSON with the names of every object in order, so that the same content is the same text. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const sorted = fields.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${sorted.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}

/** SHA-256, in hex, of what a final run says: its head and its invoices in the order of their numbers, a line each. */
export function hashOf(head: string, invoices: readonly FinalInvoice[]): string {
  const hash: Hash = createHash('sha256').update(`${head}\n`);
  for (const invoice of invoices) hash.update(`${canonical(invoice)}\n`);
  return hash.digest('hex');
}
