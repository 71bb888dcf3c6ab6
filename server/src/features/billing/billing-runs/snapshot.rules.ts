import { createHash, type Hash } from 'node:crypto';
import { z } from 'zod';
import { seller } from '../billing-settings/billing-settings.repository.ts';
import type { FinalInvoice } from './stored-invoices.ts';

/** JSON with sorted names, so that equal contents are equal texts. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}

/** SHA-256 in hex over the head of a final run and its invoices by number, a line each. */
export function hashOf(head: string, invoices: readonly FinalInvoice[]): string {
  const hash: Hash = createHash('sha256').update(`${head}\n`);
  for (const invoice of invoices) hash.update(`${canonical(invoice)}\n`);
  return hash.digest('hex');
}

/** The head of a stored snapshot. */
const head = z.object({
  run: z.object({ id: z.string(), period: z.string(), from: z.string(), to: z.string() }),
  seller,
  finalisedAt: z.string(),
});

/** The run and the sender as they were when the run became final. */
export function parseSnapshot(snapshot: string): z.output<typeof head> {
  return head.parse(JSON.parse(snapshot));
}
