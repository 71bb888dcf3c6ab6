import { createHash, type Hash } from 'node:crypto';
import { z } from 'zod';
import type { FinalInvoice } from './stored-invoices.ts';

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

/** The head of a snapshot, as it was kept. */
const head = z.object({
  run: z.object({ id: z.string(), period: z.string(), from: z.string(), to: z.string() }),
  seller: z.object({
    name: z.string(),
    street: z.string(),
    zipCode: z.string(),
    city: z.string(),
    kvkNumber: z.string(),
    vatId: z.string(),
    iban: z.string(),
    email: z.string(),
    phone: z.string(),
    vatRate: z.int(),
    paymentDays: z.int(),
    rowVersion: z.int(),
  }),
  finalisedAt: z.string(),
});

/** The run and the sender as they were when the run became final. */
export function readHead(snapshot: string): z.output<typeof head> {
  return head.parse(JSON.parse(snapshot));
}
