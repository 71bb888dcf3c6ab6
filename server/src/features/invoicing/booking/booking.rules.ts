import type { z } from 'zod';
import type { BookingChart, bookingLineInput, saveBookingCommand } from '#contract/invoicing/booking.ts';
import { type ComputedLine, type NewLine, signedOf } from '#contract/invoicing/booking-rules.ts';
import { formatMoney } from '#contract/money.ts';
import { problem } from '#server/platform/http/problem.ts';
import type { StoredLine, WrittenLine } from './booking.repository.ts';

type Input = z.output<typeof bookingLineInput>;
type Command = z.output<typeof saveBookingCommand>;

/** Who changes a line, and when. */
interface Touch {
  readonly touchedBy: string;
  readonly touchedAt: string;
}

const contentOf = (line: Omit<NewLine, 'kind' | 'origin' | 'vatRate'>) =>
  JSON.stringify([
    line.ledger.number,
    line.costcenter,
    line.costUnit,
    line.vatCode,
    line.period,
    line.description,
    line.debit,
    line.credit,
  ]);

/**
 * The cost lines as they are stored: what somebody changed or added is theirs, the rest stays as it was. Where a line was
 * deleted those that stay are confirmed by it, so that a new value does not bring it back.
 */
export function writeCosts(
  lines: readonly Input[],
  before: readonly StoredLine[],
  { accounts, vatCodes }: BookingChart,
  by: Touch,
): WrittenLine[] {
  const stored = before.filter(({ kind }) => kind === 'costs');
  const costs = lines.filter(({ kind }) => kind === 'costs');
  const isDeleted = stored.some(({ id }) => !costs.some((line) => line.id === id));
  return costs.map(({ id, ledger, ...line }) => {
    const own = stored.find((one) => one.id === id);
    const name = accounts.find(({ number }) => number === ledger.number)?.name ?? ledger.name;
    const code = vatCodes.find((one) => one.code === line.vatCode);
    const written = {
      ...line,
      ledger: { number: ledger.number, name },
      // Without a code the rate that was read stays.
      vatRate: code?.rate ?? (own?.vatCode === '' ? own.vatRate : null),
    };
    if (own && contentOf(own) === contentOf(written)) {
      const { touchedBy, touchedAt, origin } = own;
      return { ...written, id: own.id, origin, ...(isDeleted ? by : { touchedBy, touchedAt }) };
    }
    return { ...written, ...(own ? { id: own.id } : {}), origin: 'hand', ...by };
  });
}

/**
 * VAT and creditor lines: computed, unless a person gives others with a reason, or gave them before and they are sent back
 * as they were (decision 0105).
 */
export function chooseComputed(
  { lines, computedReason, recompute }: Command,
  before: readonly StoredLine[],
  computed: readonly ComputedLine[],
  by: Touch,
): WrittenLine[] {
  const sent = lines.filter(({ kind }) => kind !== 'costs');
  const stored = before.filter(({ kind }) => kind !== 'costs');
  const same = (
    one: readonly Parameters<typeof contentOf>[0][],
    other: readonly Parameters<typeof contentOf>[0][],
  ) => JSON.stringify(one.map(contentOf)) === JSON.stringify(other.map(contentOf));
  const fresh = () =>
    computed.map(({ base: _base, ...line }, index): WrittenLine => {
      const id = stored[index]?.kind === line.kind ? stored[index].id : undefined;
      return { ...line, origin: 'proposed', ...(id === undefined ? {} : { id }) };
    });
  if (computedReason) {
    return sent.map(({ id, ...line }) => {
      const own = stored.find((one) => one.id === id);
      return {
        ...line,
        vatRate: own?.vatRate ?? null,
        origin: 'hand',
        ...(own ? { id: own.id } : {}),
        ...by,
      };
    });
  }
  const isByHand = stored.some(({ isTouched }) => isTouched);
  if (isByHand && !recompute && (sent.length === 0 || same(sent, stored))) return [...stored];
  if (sent.length === 0 || recompute || same(sent, stored) || same(sent, computed)) return fresh();
  throw problem.validation({ computed_reason: ['required'] });
}

/** A booking in words, for the history: a line each. */
export function bookingWords(lines: readonly WrittenLine[]): string {
  return lines
    .map((line) => {
      const { ledger, costcenter, costUnit, vatCode, period, description } = line;
      const parts = [
        `${ledger.number} ${ledger.name}`.trim(),
        costcenter,
        costUnit,
        vatCode,
        period,
        description,
      ];
      return [formatMoney(signedOf(line), 'EUR', 'nl'), ...parts].filter((part) => part !== '').join(' · ');
    })
    .join('\n');
}
