import { useMemo } from 'react';
import { webhooks } from '#contract/core/webhooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { YesNoField } from '#portal/kit/form/choice-field.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useRecordForm } from '#portal/kit/form/use-record-form.ts';
import { useText } from '#portal/kit/text.ts';
import { TreeField } from '#portal/kit/tree/tree-field.tsx';
import { eventTree } from './event-tree.ts';
import type { Webhook } from './use-webhooks.ts';

const empty = { url: '', eventTypes: [] as string[], active: true };

interface FormProps {
  readonly companyId: string;
  /** The one that is changed, or null for a new one. */
  readonly target: Webhook | null;
  readonly onClose: () => void;
  readonly onSaved: (target: Webhook) => void;
}

/** Address and events of a target. */
export function WebhookForm({ companyId, target, onClose, onSaved }: FormProps) {
  const text = useText();
  const may = usePermission();
  const form = useRecordForm(
    webhooks,
    { companyId },
    {
      record: target,
      empty,
      bodyOf: (values) => values,
      onSaved(saved) {
        onClose();
        onSaved(saved);
      },
    },
  );
  const field = fieldsOf(form, 'core.webhooks');
  const nodes = useMemo(() => eventTree(may, text), [may, text]);
  return (
    <FormModal
      form={form}
      title={text(target === null ? 'core.webhooks.create' : 'core.webhooks.update')}
      onClose={onClose}
      width={640}
    >
      <TextField {...field('url')} type="url" hint="core.webhooks.urlHint" maxLength={2000} isMonospace />
      <TreeField
        {...field('eventTypes')}
        nodes={nodes}
        search="core.webhooks.searchEvents"
        locked="core.webhooks.locked"
        height="320px"
      />
      {target !== null && <YesNoField {...field('active')} hint="core.webhooks.activeHint" />}
    </FormModal>
  );
}
