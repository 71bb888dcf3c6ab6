import { formatStamp } from '#contract/dates.ts';
import type { Invoice } from '../invoices/invoice.ts';

/** The reason of a rejection: the remark that the decision left in the comments, empty where it was taken out (§C7). */
export function rejectionReason({
  comments,
  decidedAt,
  decidedBy,
}: Pick<Invoice, 'comments' | 'decidedAt' | 'decidedBy'>): string {
  if (decidedAt === null || decidedBy === null) return '';
  const lines = comments.split('\n');
  const stamp = lines.lastIndexOf(`${formatStamp(decidedAt)} ${decidedBy}`);
  if (stamp < 0) return '';
  const rest = lines.slice(stamp + 1);
  const next = rest.findIndex((line) => /^\d{2}-\d{2}-\d{4} \d{2}:\d{2} CES?T /.test(line));
  return (next < 0 ? rest : rest.slice(0, next)).join('\n').trim();
}
