import { Button, Textarea } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import { notes } from '#contract/annotations/annotations.ts';
import type { Row } from '#contract/resource.ts';
import { fieldSentences } from '#portal/kit/data/error-store.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { useTextDraft } from '#portal/kit/data/use-text-draft.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { FieldError } from '#portal/kit/form/use-field.tsx';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { personInitials } from '#portal/kit/format/initials.ts';
import { Key } from '#portal/kit/format/key.tsx';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { useText } from '#portal/kit/text.ts';
import styles from '../annotations.module.css';

const { useCreate } = resourceHooks(notes);

interface NotesCardProps {
  /** The record that the notes are about, of whatever kind. */
  readonly entityId: string;
  /** Whether the person may change that record (§B9). */
  readonly mayAdd: boolean;
}

/** The notes of a record, the newest first, and a field to write one. */
export function NotesCard({ entityId, mayAdd }: NotesCardProps) {
  const text = useText();
  const all = useAllRows(notes, { entityId });
  const remove = useRemoveWithConfirm(notes, { entityId }, { goTo: false });
  return (
    <Card title={text('annotations.notes.title')} count={all.data?.length}>
      {all.error !== null && all.data === undefined && (
        <ErrorState error={all.error} onRetry={() => void all.refetch()} />
      )}
      {all.data?.length === 0 && <p className={styles.none}>{text('annotations.notes.none')}</p>}
      <ul className={styles.notes}>
        {all.data?.map((note) => (
          <Note
            key={note.id}
            note={note}
            onRemove={() =>
              void remove({
                id: note.id,
                name: shortened(note.description),
                thing: text('annotations.notes.the'),
                consequence: text('annotations.final'),
              })
            }
          />
        ))}
      </ul>
      {mayAdd && <NewNote entityId={entityId} />}
    </Card>
  );
}

const shortened = (description: string) =>
  description.length > 60 ? `${description.slice(0, 59)}…` : description;

interface NoteProps {
  readonly note: Row<typeof notes>;
  readonly onRemove: () => void;
}

function Note({ note: { user, createdAt, description, canDelete }, onRemove }: NoteProps) {
  const text = useText();
  return (
    <li className={styles.note}>
      <span className={styles.avatar} aria-hidden>
        {personInitials(user.fullName)}
      </span>
      <div className={styles.noteBody}>
        <strong>{user.fullName}</strong>{' '}
        <span className={styles.meta}>
          <DateText value={createdAt} />
        </span>
        <p className={styles.noteText}>{description}</p>
      </div>
      {canDelete && (
        <RowAction
          icon={IconTrash}
          label={text('annotations.notes.remove', { name: user.fullName })}
          onClick={onRemove}
        />
      )}
    </li>
  );
}

function NewNote({ entityId }: { readonly entityId: string }) {
  const text = useText();
  const create = useCreate({ entityId });
  // What was typed is kept when the connection is lost or the page is closed.
  const [typed, type] = useTextDraft(`note.${entityId}`);
  const [errors, setErrors] = useState<readonly string[]>();

  async function send() {
    if (typed.trim() === '') return;
    setErrors(undefined);
    try {
      await create.mutateAsync({ description: typed });
      type('');
    } catch (error) {
      const sentences = fieldSentences(error);
      const { title } = errorWords(error, text);
      setErrors([...(sentences.length > 0 ? sentences : [title]), text('annotations.notes.stillThere')]);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    void send();
  }

  return (
    <div className={styles.newNote}>
      <Textarea
        aria-label={text('annotations.notes.write')}
        placeholder={text('annotations.notes.write')}
        autosize
        minRows={3}
        maxRows={6}
        maxLength={8000}
        value={typed}
        error={errors && <FieldError sentences={errors} />}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button
        size="xs"
        loading={create.isPending}
        disabled={typed.trim() === ''}
        rightSection={<Key>Ctrl Enter</Key>}
        onClick={() => void send()}
      >
        {text('annotations.notes.send')}
      </Button>
    </div>
  );
}
