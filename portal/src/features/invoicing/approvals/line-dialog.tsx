import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { type ApprovalLine, type LineVerb, useApprovers, useLineVerb } from './approvals.api.ts';

/** What the dialog is about: somebody new, or a line that is passed on or deleted. */
export type LineChange =
  | { readonly verb: 'add' }
  | { readonly verb: 'pass-on' | 'remove'; readonly line: ApprovalLine };

interface LineDialogProps {
  readonly invoice: Invoice;
  readonly change: LineChange;
  /** The people who have an open line already. */
  readonly taken: readonly string[];
  /** The step behind the last one. */
  readonly nextSequence: number;
  readonly onClose: () => void;
}

/** Asks for the person and the reason; every change by hand has one. */
export function LineDialog({ invoice, change, taken, nextSequence, onClose }: LineDialogProps) {
  const text = useText();
  const save = useLineVerb();
  const { data: people = [] } = useApprovers(invoice.companyId, change.verb !== 'remove');
  const form = useResourceForm({
    initial: { userId: '', reason: '' },
    save: ({ userId, reason }) =>
      save.mutateAsync(commandOf(change, { invoice, nextSequence, userId, reason })),
    onSaved: onClose,
    check: ({ userId, reason }) => ({
      ...(change.verb !== 'remove' && userId === ''
        ? { userId: [text('invoicing.approvals.personRequired')] }
        : {}),
      ...(reason.trim() === '' ? { reason: [text('invoicing.approvals.reasonRequired')] } : {}),
    }),
  });
  const options = people
    .filter(({ id }) => !taken.includes(id))
    .map(({ id, fullName }) => ({ value: id, label: fullName }));
  const name = change.verb === 'add' ? '' : change.line.fullName;
  return (
    <FormModal
      form={form}
      title={text(`invoicing.approvals.${change.verb}.title`, { name })}
      saveLabel={text(`invoicing.approvals.${change.verb}.verb`)}
      onClose={onClose}
    >
      {change.verb !== 'remove' && (
        <SelectField form={form} name="userId" label="invoicing.approvals.person" options={options} />
      )}
      <TextField form={form} name="reason" label="invoicing.approvals.reason" maxLength={1000} />
    </FormModal>
  );
}

interface Given {
  readonly invoice: Invoice;
  readonly nextSequence: number;
  readonly userId: string;
  readonly reason: string;
}

function commandOf(change: LineChange, { invoice, nextSequence, userId, reason }: Given): LineVerb {
  if (change.verb === 'add')
    return { verb: 'add', invoiceId: invoice.id, userId, sequence: nextSequence, reason };
  const { id } = change.line;
  return change.verb === 'remove' ? { verb: 'remove', id, reason } : { verb: 'pass-on', id, userId, reason };
}
