import type { CustomerInvoices, FixedFee } from '#contract/billing/costs.ts';
import { formatMoney } from '#contract/money.ts';
import type { Language } from '#contract/problem.ts';
import type { Text } from '#portal/kit/text.ts';
import { periodName } from '../periods/periods.rules.ts';
import type { FixedPart } from './fixed-dialog.tsx';

/** Which of the totals of fixed agreements (§I4). */
export type CycleTotal = keyof CustomerInvoices['fixedTotals'];
const cycleOf = { perMonth: 1, perQuarter: 3, perYear: 12 } as const;

/** The running agreements that add up to a total of fixed costs. */
export function agreementParts(
  invoices: CustomerInvoices,
  total: CycleTotal,
  language: Language,
): FixedPart[] {
  const running = invoices.fixedCosts.filter(({ isCurrent }) => isCurrent);
  const chosen =
    total === 'yearly' ? running : running.filter(({ cycleInMonths }) => cycleInMonths === cycleOf[total]);
  return chosen.map(({ id, name, price, quantity, cost, cycleInMonths }) => {
    const times = total === 'yearly' ? 12 / cycleInMonths : 1;
    const factors = [
      formatMoney(price, 'EUR', language),
      String(quantity),
      ...(times === 1 ? [] : [String(times)]),
    ];
    return { key: id, name, how: factors.join(' × '), cents: cost * times };
  });
}

/** The fees that fell due in a period, which add up to its fixed costs. */
export function feeParts(fees: readonly FixedFee[], text: Text, language: Language): FixedPart[] {
  return fees.map(({ id, name, period, days, periodDays, price, quantity, amount }) => {
    const full = `${formatMoney(price, 'EUR', language)} × ${quantity}`;
    const part =
      days === periodDays ? full : `${full}, ${text('billing.invoiceLines.part', { days, of: periodDays })}`;
    return {
      key: `${id} ${period}`,
      name: `${name}, ${periodName(period, language)}`,
      how: part,
      cents: amount,
    };
  });
}
