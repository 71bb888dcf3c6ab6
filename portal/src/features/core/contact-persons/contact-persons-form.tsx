import { contactPersons } from '#contract/core/contact-persons.ts';
import type { Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { useRecordForm } from '#portal/kit/form/use-record-form.ts';
import { useText } from '#portal/kit/text.ts';
import { ContactPersonsFields, newContactPerson } from './contact-persons-fields.tsx';

const { useOne } = resourceHooks(contactPersons);

interface ContactPersonsFormProps {
  readonly customerRelationId: string;
  /** The one that is changed, or null for a new one. */
  readonly personId: string | null;
  readonly onClose: () => void;
}

export function ContactPersonsForm({ customerRelationId, personId, onClose }: ContactPersonsFormProps) {
  if (personId === null) {
    return <PersonDialog customerRelationId={customerRelationId} person={null} onClose={onClose} />;
  }
  return <ExistingPerson customerRelationId={customerRelationId} personId={personId} onClose={onClose} />;
}

function ExistingPerson({ customerRelationId, personId, onClose }: ContactPersonsFormProps) {
  // The row of the list carries no version; the record does.
  const person = useOne(personId ?? '', { customerRelationId });
  return (
    <Loaded of={person}>
      {(record) => <PersonDialog customerRelationId={customerRelationId} person={record} onClose={onClose} />}
    </Loaded>
  );
}

interface PersonDialogProps {
  readonly customerRelationId: string;
  readonly person: Rec<typeof contactPersons> | null;
  readonly onClose: () => void;
}

function PersonDialog({ customerRelationId, person, onClose }: PersonDialogProps) {
  const text = useText();
  const form = useRecordForm(
    contactPersons,
    { customerRelationId },
    { record: person, empty: newContactPerson, onSaved: onClose },
  );
  return (
    <FormModal
      form={form}
      title={text(person === null ? 'core.contactPersons.create' : 'core.contactPersons.update')}
      onClose={onClose}
    >
      <ContactPersonsFields form={form} />
    </FormModal>
  );
}
