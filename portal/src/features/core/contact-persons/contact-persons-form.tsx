import { contactPersons } from '#contract/core/contact-persons.ts';
import type { Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { ContactPersonsFields, newContactPerson, valuesOf } from './contact-persons-fields.tsx';

const { useCreate, useOne, useUpdate } = resourceHooks(contactPersons);

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
  const create = useCreate({ customerRelationId });
  const update = useUpdate({ customerRelationId });
  const form = useResourceForm({
    initial: person === null ? newContactPerson : valuesOf(person),
    save: (values) =>
      person === null ? create.mutateAsync(values) : update.mutateAsync({ id: person.id, body: values }),
    onSaved: onClose,
    fromStored: (current) => {
      const stored = contactPersons.record.safeParse(current);
      return stored.success ? valuesOf(stored.data) : undefined;
    },
  });
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
