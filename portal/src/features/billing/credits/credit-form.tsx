import type { z } from 'zod';
import { runCredits } from '#contract/billing/credits.ts';
import type { billingLine } from '#contract/billing/billing-runs.ts';
import { formatMoney } from '#contract/money.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { Money } from '#portal/kit/format/money.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { wrongFields } from '#portal/kit/form/field-text.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { DecimalField } from '#portal/kit/form/number-fields.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import type { RunInvoice } from '../billing-runs/billing-run.ts';
import { type Credit, leftOf, useCreateCredit } from './credits.ts';
import styles from './credits.module.css';

interface CreditFormProps {
  readonly invoice: RunInvoice;
  readonly lines: readonly z.output<typeof billingLine>[];
  /** The credit invoices that it has already. */
  readonly credits: readonly Credit[];
  readonly onClose: () => void;
}

interface Values {
  readonly reason: string;
  /** Cents by the index of the line; null is nothing. */
  readonly lines: Readonly<Record<string, number | null>>;
}

/** Credits an invoice line by line; the form starts with everything that is left. */
export function CreditForm({ invoice, lines, credits, onClose }: CreditFormProps) {
  const text = useText();
  const language = useLanguage();
  const create = useCreateCredit(invoice.runId);
  const left = leftOf(lines, credits);
  const bodyOf = ({ reason, lines: asked }: Values) => ({
    invoiceId: invoice.id,
    reason,
    lines: wanted(asked),
  });
  const form = useResourceForm<Values, Credit>({
    initial: { reason: '', lines: Object.fromEntries(left.map((amount, place) => [String(place), amount])) },
    check: (values) => wrongFields(text, runCredits.create, bodyOf(values)),
    save: (values) => create.mutateAsync(bodyOf(values)),
    onSaved: ({ creditNumber }) => {
      onClose();
      notify({ meaning: 'ok', title: text('billing.credits.made', { number: creditNumber }) });
    },
  });
  const total = wanted(form.values.lines).reduce((sum, { amount }) => sum + amount, 0);
  return (
    <FormModal
      form={form}
      title={text('billing.credits.title', { number: invoice.invoiceNumber })}
      saveLabel={text('billing.credits.make')}
      onClose={onClose}
      width={560}
    >
      <p>{text('billing.credits.hint')}</p>
      <TextField form={form} name="reason" label="billing.credits.reason" maxLength={500} rows={2} />
      {lines.map(({ description }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of an invoice have no other name
        <fieldset key={place} className={styles.line} disabled={(left[place] ?? 0) <= 0}>
          <legend>
            {description}
            <span className="balie-empty">
              {' '}
              {text('billing.credits.left', { amount: formatMoney(left[place] ?? 0, 'EUR', language) })}
            </span>
          </legend>
          <DecimalField form={form} name={`lines.${place}`} label="billing.credits.amount" isOptional />
        </fieldset>
      ))}
      <p className={styles.total} role="status">
        {text('billing.credits.total')} <Money cents={total} />
      </p>
    </FormModal>
  );
}

function wanted(lines: Values['lines']): { place: number; amount: number }[] {
  return Object.entries(lines).flatMap(([place, amount]) =>
    amount === null || amount === 0 ? [] : [{ place: Number(place), amount }],
  );
}
