import { triggers } from '#contract/documents/triggers.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { FormBody } from '#portal/kit/form/form-parts.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { YesNoField } from '#portal/kit/form/choice-field.tsx';
import { YesNo } from '#portal/kit/format/yes-no.tsx';
import { DateText } from '#portal/kit/format/date-text.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import type { DocumentRecord } from './document.ts';
import type { DocumentDraft } from './use-document-form.ts';
import styles from './unknown-documents.module.css';

const triggerHooks = resourceHooks(triggers);

interface DocumentFieldsProps {
  readonly form: ResourceForm<DocumentDraft>;
  readonly document: DocumentRecord;
  readonly mayUpdate: boolean;
}

/** The fields of the document itself: trigger, administration, credit note, and whether the customer edited it. */
export function DocumentFields({ form, document, mayUpdate }: DocumentFieldsProps) {
  const text = useText();
  const may = usePermission();
  const mayTriggers = may('fmmanagement.triggers.read');
  const known = triggerHooks.useList(
    { top: 250, orderBy: 'naam asc', count: false },
    {},
    { enabled: mayTriggers },
  );
  const { trigger, administratie } = document;
  return (
    <>
      <Facts
        layout="list"
        facts={[
          { label: text('documentsWork.document.customer'), value: document.klant.customerIdAndName },
          { label: text('documentsWork.document.file'), value: document.filename },
          {
            label: text('documentsWork.document.received'),
            value: <DateText value={document.fileCreationTime} />,
          },
          { label: text('documentsWork.document.edited'), value: <YesNo value={document.IsEdited} /> },
        ]}
      />
      <FormBody form={form} label={text('documentsWork.document.form')} footer={null}>
        <div className={styles.fields}>
          {(mayTriggers || trigger) && (
            <SelectField
              form={form}
              name="triggerId"
              label="documentsWork.document.triggerId"
              isOptional
              isDisabled={!mayUpdate || !mayTriggers}
              options={withCurrent(
                (known.data?.result ?? []).map(({ id, naam }) => ({ value: id, label: naam })),
                trigger && { value: trigger.id, label: trigger.name },
              )}
            />
          )}
          <SelectField
            form={form}
            name="administrationId"
            label="documentsWork.document.administration"
            isOptional
            isDisabled={!mayUpdate}
            options={withCurrent(
              document.administrations.map(({ id, name }) => ({ value: id, label: name })),
              administratie.id === null
                ? null
                : { value: administratie.id, label: administratie.bedrijfsnaam },
            )}
          />
          <YesNoField
            form={form}
            name="isCredit"
            label="documentsWork.document.isCredit"
            isDisabled={!mayUpdate}
          />
        </div>
      </FormBody>
    </>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

// The current value is an option, also when the list could not be loaded.
function withCurrent(options: readonly Choice[], current: Choice | null): readonly Choice[] {
  return current === null || options.some(({ value }) => value === current.value)
    ? options
    : [current, ...options];
}
