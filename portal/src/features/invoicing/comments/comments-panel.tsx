import { Button, Textarea } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { formatNumber } from '#contract/money.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useKeys } from '#portal/kit/keys/use-keys.ts';
import { useText } from '#portal/kit/text.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { commentCount } from './comments.rules.ts';
import { useComment, type CommentField } from './use-comment.ts';
import styles from './comments.module.css';

/** The comments of an invoice; open when there are any, saved when the field is left (product 1.4). */
export function CommentsPanel({ invoice }: { readonly invoice: Invoice }) {
  const text = useText();
  const bodyId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const comment = useComment(invoice);
  const [isToggledOpen, setToggledOpen] = useState<boolean>();
  const isOpen = isToggledOpen ?? (invoice.comments !== '' || comment.draft !== undefined);
  const count = commentCount(invoice.comments);
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  const wantsFocus = useRef(false);

  useLayoutEffect(() => {
    if (!isOpen || !wantsFocus.current) return;
    wantsFocus.current = false;
    field.current?.focus();
  });
  useKeys([
    {
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
          <Draft comment={comment} />
          <Field comment={comment} fieldRef={field} />
          <SaveFailure comment={comment} />
        </div>
      )}
    </section>
  );
}

interface FieldProps {
  readonly comment: CommentField;
  readonly fieldRef: React.RefObject<HTMLTextAreaElement | null>;
}

function Field({ comment, fieldRef }: FieldProps) {
  const text = useText();
  const language = useLanguage();
  const may = usePermission();
  const hintId = useId();
  const isTooLong = comment.remaining < 0;
  const caretAtEnd = useRef(false);

  // A stamp moves the typed letter to the end; the caret follows.
  useLayoutEffect(() => {
    const end = comment.text.length;
    if (caretAtEnd.current) fieldRef.current?.setSelectionRange(end, end);
    caretAtEnd.current = false;
  }, [comment.text, fieldRef]);

  const left = formatNumber(Math.abs(comment.remaining), language);
  return (
    <>
      <Textarea
        ref={fieldRef}
        aria-label={text('invoicing.comments.title')}
        placeholder={text('invoicing.comments.placeholder')}
        readOnly={!may('fmmodule.invoices.comment')}
        aria-describedby={hintId}
        aria-invalid={isTooLong || undefined}
        error={isTooLong}
        rows={2}
        value={comment.text}
        onFocus={comment.focus}
        onBlur={comment.leave}
        onChange={({ currentTarget: { value } }) => {
          caretAtEnd.current =
            Math.abs(value.length - comment.text.length) === 1 && !value.startsWith(comment.text);
          comment.type(value);
        }}
        onKeyDown={(event) => {
          const saves = (event.ctrlKey || event.metaKey) && (event.key === 'Enter' || event.key === 's');
          if (!saves) return;
          event.preventDefault();
          event.currentTarget.blur();
        }}
      />
      <div id={hintId} className={styles.hint}>
        <span>{text('invoicing.comments.hint')}</span>
        <span className={isTooLong ? styles.over : undefined} data-testid="characters-left">
          {text(isTooLong ? 'invoicing.comments.over' : 'invoicing.comments.left', { left })}
        </span>
      </div>
    </>
  );
}

function Draft({ comment }: { readonly comment: CommentField }) {
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

function SaveFailure({ comment }: { readonly comment: CommentField }) {
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
