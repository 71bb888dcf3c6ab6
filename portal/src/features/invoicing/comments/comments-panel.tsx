import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useKeys } from '#portal/kit/keys/use-keys.ts';
import { useText } from '#portal/kit/text.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { CommentEntries } from './comment-entries.tsx';
import { CommentField } from './comment-field.tsx';
import { type CommentEntry, useEntries } from './comments.api.ts';
import { commentCount } from './comments.rules.ts';
import { useComment, type CommentField as Comment } from './use-comment.ts';
import styles from './comments.module.css';

const noEntries: readonly CommentEntry[] = [];

/** The comments of an invoice; open when there are any, and a new one is saved when its field is left (product 1.4). */
export function CommentsPanel({ invoice }: { readonly invoice: Invoice }) {
  const text = useText();
  const bodyId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const comment = useComment(invoice);
  const [isToggledOpen, setToggledOpen] = useState<boolean>();
  const isOpen = isToggledOpen ?? (invoice.comments !== '' || comment.draft !== undefined);
  const mayComment = usePermission()('fmmodule.invoices.comment');
  const { data = noEntries } = useEntries(invoice.id);
  // Advice stands with the approval lines.
  const entries = data.filter(({ kind }) => kind === 'comment' || kind === 'edited');
  const count = entries.length > 0 ? entries.length : commentCount(invoice.comments);
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  const wantsFocus = useRef(false);

  useLayoutEffect(() => {
    if (!isOpen || !wantsFocus.current) return;
    wantsFocus.current = false;
    field.current?.focus();
  });
  useKeys([
    mayComment && {
      keys: 'c',
      label: 'invoicing.keys.comment',
      run: () => {
        wantsFocus.current = true;
        setToggledOpen(true);
        field.current?.focus();
      },
    },
  ]);

  return (
    <section className={styles.panel}>
      <h2 className={styles.head}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setToggledOpen(!isOpen)}
        >
          {text('invoicing.comments.title')} {count > 0 && <span className="balie-empty">{count}</span>}
          <Chevron size={16} stroke={1.75} aria-hidden />
        </button>
      </h2>
      {isOpen && (
        <div id={bodyId} className={styles.body}>
          {entries.length > 0 && <CommentEntries entries={entries} />}
          {mayComment && (
            <>
              <Draft comment={comment} />
              <CommentField invoiceId={invoice.id} comment={comment} fieldRef={field} />
            </>
          )}
          <SaveFailure comment={comment} />
        </div>
      )}
    </section>
  );
}

function Draft({ comment }: { readonly comment: Comment }) {
  const text = useText();
  if (comment.draft === undefined) return null;
  return (
    <MessageBar
      meaning="info"
      title={text('invoicing.comments.draft')}
      actions={
        <>
          <Button size="xs" onClick={comment.restoreDraft}>
            {text('invoicing.comments.restore')}
          </Button>
          <Button size="xs" variant="subtle" onClick={comment.dropDraft}>
            {text('invoicing.comments.drop')}
          </Button>
        </>
      }
    >
      {comment.draft.slice(-160)}
    </MessageBar>
  );
}

function SaveFailure({ comment }: { readonly comment: Comment }) {
  const text = useText();
  if (comment.error === undefined || comment.isSaving) return null;
  const { title } = errorWords(comment.error, text);
  return (
    <MessageBar
      meaning="bad"
      isAlert
      title={title}
      actions={
        <Button size="xs" onClick={comment.leave}>
          {text('kit.error.retry')}
        </Button>
      }
    >
      {text('invoicing.comments.stillThere')}
    </MessageBar>
  );
}
