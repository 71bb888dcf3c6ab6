import { Textarea } from '@mantine/core';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { formatNumber } from '#contract/money.ts';
import { useSessionState } from '#portal/kit/data/session.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { useMentionable } from './comments.api.ts';
import { MentionList } from './mention-list.tsx';
import { fitting, type Mention, type Mentionable, mentionAt, withMention } from './mention.rules.ts';
import type { CommentField as Comment } from './use-comment.ts';
import styles from './comments.module.css';

interface CommentFieldProps {
  readonly invoiceId: string;
  readonly comment: Comment;
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>;
}

/** The field for a comment; behind an `@` it offers who may see the invoice. */
export function CommentField({ invoiceId, comment, fieldRef }: CommentFieldProps) {
  const text = useText();
  const language = useLanguage();
  const [hintId, listId] = [useId(), useId()];
  const mention = useMention(invoiceId, comment, fieldRef);
  const isTooLong = comment.remaining < 0;
  const left = formatNumber(Math.abs(comment.remaining), language);

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (isPlain && mention.onKey(event.key)) return event.preventDefault();
    const saves = (event.ctrlKey || event.metaKey) && (event.key === 'Enter' || event.key === 's');
    if (!saves) return;
    event.preventDefault();
    event.currentTarget.blur();
  }
  return (
    <>
      <Textarea
        ref={fieldRef}
        aria-label={text('invoicing.comments.new')}
        placeholder={text('invoicing.comments.placeholder')}
        aria-describedby={hintId}
        aria-invalid={isTooLong || undefined}
        aria-autocomplete="list"
        {...(mention.names.length > 0
          ? { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${mention.current}` }
          : {})}
        error={isTooLong}
        rows={2}
        value={comment.text}
        onFocus={comment.focus}
        onBlur={() => {
          mention.close();
          comment.leave();
        }}
        onChange={({ currentTarget: { value, selectionStart } }) => {
          comment.type(value);
          mention.follow(value, selectionStart);
        }}
        onSelect={({ currentTarget: { value, selectionStart } }) => mention.follow(value, selectionStart)}
        onKeyDown={onKeyDown}
      />
      {mention.names.length > 0 && (
        <MentionList id={listId} names={mention.names} current={mention.current} onChoose={mention.choose} />
      )}
      <div id={hintId} className={styles.hint}>
        <span>{text('invoicing.comments.hint')}</span>
        <span className={isTooLong ? styles.over : undefined} data-testid="characters-left">
          {text(isTooLong ? 'invoicing.comments.over' : 'invoicing.comments.left', { left })}
        </span>
      </div>
    </>
  );
}

const noNames: readonly Mentionable[] = [];

/** The name that is being typed, and the choice among those that fit it. */
function useMention(invoiceId: string, comment: Comment, fieldRef: RefObject<HTMLTextAreaElement | null>) {
  const [typing, setTyping] = useState<Mention & { readonly caret: number }>();
  // Escape closes the list for this `@`; another one opens it again.
  const [closedAt, setClosedAt] = useState<number>();
  const [current, setCurrent] = useState(0);
  const { user } = useSessionState();
  const { data = noNames } = useMentionable(invoiceId, typing !== undefined);
  const people = data.filter(({ id }) => id !== user.id);
  const names = typing === undefined || typing.from === closedAt ? noNames : fitting(people, typing.typed);
  const caret = useRef<number>(undefined);

  // The text that a choice makes is drawn first; then the caret goes behind the name.
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    fieldRef.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  function choose({ fullName }: Mentionable) {
    if (typing === undefined) return;
    const next = withMention(comment.text, typing.caret, typing, fullName);
    caret.current = next.caret;
    comment.type(next.text);
    setTyping(undefined);
  }
  return {
    names,
    current: Math.min(current, Math.max(0, names.length - 1)),
    choose,
    close: () => setTyping(undefined),
    follow(value: string, at: number) {
      const found = mentionAt(value, at);
      if (found?.typed !== typing?.typed || found?.from !== typing?.from) setCurrent(0);
      if (found === undefined) setClosedAt(undefined);
      setTyping(found && { ...found, caret: at });
    },
    /** Whether the key was for the list. */
    onKey(key: string): boolean {
      if (names.length === 0) return false;
      const at = Math.min(current, names.length - 1);
      const chosen = names[at];
      if (key === 'ArrowDown') setCurrent((at + 1) % names.length);
      else if (key === 'ArrowUp') setCurrent((at + names.length - 1) % names.length);
      else if ((key === 'Enter' || key === 'Tab') && chosen) choose(chosen);
      else if (key === 'Escape') setClosedAt(typing?.from);
      else return false;
      return true;
    },
  };
}
