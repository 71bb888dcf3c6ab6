import { Button } from '@mantine/core';
import { IconCornerDownRight } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useSessionState } from '#portal/kit/data/session.tsx';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { useText } from '#portal/kit/text.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { type Advice, useAdvices, useAdviceVerb, useApprovers } from './approvals.api.ts';
import styles from './approval-lines.module.css';

const TextDialog = lazy(async () => ({
  default: (await import('#portal/kit/dialog/text-dialog.tsx')).TextDialog,
}));

/** What colleagues were asked about an invoice, and their answers; who was asked answers here. */
export function Advices({ invoice }: { readonly invoice: Invoice }) {
  const text = useText();
  const { data = [] } = useAdvices(invoice.id);
  if (data.length === 0) return null;
  return (
    <ul className={styles.advices} aria-label={text('invoicing.advice.title')}>
      {data.map((one) => (
        <AdviceItem key={one.id} advice={one} />
      ))}
    </ul>
  );
}

function AdviceItem({ advice }: { readonly advice: Advice }) {
  const text = useText();
  const { user } = useSessionState();
  const save = useAdviceVerb();
  const [isAnswering, setAnswering] = useState(false);
  const { askedByName, fullName, question, answer, answeredAt, askedAt } = advice;
  return (
    <li>
      <IconCornerDownRight size={16} stroke={1.75} aria-hidden />
      <span>
        <span className="balie-empty">
          {answer === null
            ? text('invoicing.advice.asks', { name: askedByName, other: fullName })
            : text('invoicing.advice.answers', { name: fullName })}{' '}
          <DateText value={answeredAt ?? askedAt} />
        </span>
        <q>{answer ?? question}</q>
      </span>
      {answer === null && advice.userId === user.id && (
        <Button size="xs" onClick={() => setAnswering(true)}>
          {text('invoicing.advice.answer')}
        </Button>
      )}
      {answer === null && advice.userId !== user.id && (
        <span className="balie-empty">{text('invoicing.advice.waits')}</span>
      )}
      {isAnswering && (
        <Suspense>
          <TextDialog
            title={text('invoicing.advice.answer')}
            body={`${question} ${text('invoicing.advice.answerBody')}`}
            label={text('invoicing.advice.words')}
            field="answer"
            verb={text('invoicing.advice.answer')}
            maxLength={1000}
            onSave={async (words) => save.mutateAsync({ id: advice.id, answer: words })}
            onClose={() => setAnswering(false)}
          />
        </Suspense>
      )}
    </li>
  );
}

/** Asks a colleague for advice: who, and about what. */
export function AdviceDialog({
  invoice,
  onClose,
}: {
  readonly invoice: Invoice;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { user } = useSessionState();
  const save = useAdviceVerb();
  const { data: people = [] } = useApprovers(invoice.companyId);
  const form = useResourceForm({
    initial: { userId: '', question: '' },
    save: (values) => save.mutateAsync({ invoiceId: invoice.id, ...values }),
    onSaved: onClose,
    check: ({ userId, question }) => ({
      ...(userId === '' ? { userId: [text('invoicing.approvals.personRequired')] } : {}),
      ...(question.trim() === '' ? { question: [text('invoicing.advice.questionRequired')] } : {}),
    }),
  });
  const options = people
    .filter(({ id }) => id !== user.id)
    .map(({ id, fullName }) => ({ value: id, label: fullName }));
  return (
    <FormModal
      form={form}
      title={text('invoicing.advice.askTitle')}
      saveLabel={text('invoicing.advice.ask')}
      onClose={onClose}
    >
      <SelectField form={form} name="userId" label="invoicing.approvals.person" options={options} />
      <TextField form={form} name="question" label="invoicing.advice.question" maxLength={1000} />
    </FormModal>
  );
}
