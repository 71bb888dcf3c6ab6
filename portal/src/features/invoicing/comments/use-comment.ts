import { useState } from 'react';
import { z } from 'zod';
import { draftKey } from '#portal/kit/data/drafts.ts';
import { ProblemError } from '#portal/kit/data/http.ts';
import { useSessionState } from '#portal/kit/data/session.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { useInvoiceVerb, type InvoiceVerb } from '../invoices/invoice-verbs.ts';
import { afterTyping, appendOwn, checkOnLeave, remaining, stampOf } from './comments.rules.ts';
import { waitFor } from './pending-comments.ts';

/** The comments field: its text and what to do on focus, typing and leaving (product 1.4; §C7). */
export type CommentField = ReturnType<typeof useComment>;

interface Editing {
  /** The text when the field got the focus, and its version. */
  readonly original: string;
  readonly version: number;
  readonly text: string;
  readonly stamp: string | undefined;
}

/** Retries when somebody else saved first; then the person must decide. */
const maxRetries = 3;

export function useComment(invoice: Pick<Invoice, 'id' | 'comments' | 'commentsVersion'>) {
  const text = useText();
  const { mutateAsync } = useInvoiceVerb();
  const { user } = useSessionState();
  const drafts = useDraft(user.id, invoice.id);
  const [editing, setEditing] = useState<Editing>();
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<unknown>();
  const shown = editing?.text ?? invoice.comments;

  const fresh = (): Editing => {
    const { comments: original, commentsVersion: version } = invoice;
    return { original, version, text: original, stamp: undefined };
  };

  function stop() {
    drafts.forget();
    setError(undefined);
    setEditing(undefined);
  }

  async function save(now: Editing) {
    setIsSaving(true);
    setError(undefined);
    try {
      await waitFor(invoice.id, saveOver(mutateAsync, invoice.id, now));
      notify({ meaning: 'ok', title: text('invoicing.comments.saved') });
      stop();
    } catch (failure) {
      setError(failure);
      const title = text('invoicing.comments.notSaved');
      notify({ meaning: 'bad', title, body: text('invoicing.comments.stillThere') });
    } finally {
      setIsSaving(false);
    }
  }

  return {
    text: shown,
    /** Characters that may still be added. */
    remaining: remaining(shown),
    isSaving,
    /** Why the last save failed; the text is still there. */
    error,
    /** An earlier text that was never saved. */
    draft: editing === undefined && drafts.stored !== invoice.comments ? drafts.stored : undefined,
    focus: () => setEditing((now) => now ?? fresh()),
    type(typed: string) {
      const now = editing ?? fresh();
      const stamp = now.stamp ?? stampOf(new Date(), user.name);
      const next = afterTyping(now.original, now.text, typed, stamp);
      drafts.keep(next);
      setEditing({ ...now, text: next, stamp });
    },
    leave() {
      if (editing === undefined || isSaving) return;
      const result = checkOnLeave(editing.original, editing.text, editing.stamp);
      if (result === 'save') return void save(editing);
      if (result === 'too-long') {
        return void notify({
          meaning: 'bad',
          title: text('invoicing.comments.tooLong'),
          body: text('invoicing.comments.stillThere'),
        });
      }
      notify({
        meaning: 'info',
        title: text('invoicing.comments.unchanged'),
        body: text('invoicing.comments.unchangedHint'),
      });
      stop();
    },
    restoreDraft() {
      if (drafts.stored === undefined) return;
      setEditing({ ...fresh(), text: appendDraft(invoice.comments, drafts.stored), stamp: undefined });
    },
    dropDraft: drafts.forget,
  };
}

/** A draft holds the complete text as it was then; what was saved since comes first. */
function appendDraft(stored: string, draft: string): string {
  return draft.startsWith(stored) ? draft : appendOwn(stored, draft, stored);
}

async function saveOver(
  takeStep: (step: InvoiceVerb) => Promise<Invoice>,
  id: string,
  editing: Editing,
): Promise<Invoice> {
  let { text: comments, version: commentsVersion } = editing;
  for (let tries = 1; ; tries += 1) {
    try {
      return await takeStep({ id, verb: 'comments', body: { comments, commentsVersion } });
    } catch (failure) {
      const stored = storedOf(failure);
      if (stored === undefined || tries > maxRetries) throw failure;
      comments = appendOwn(editing.original, editing.text, stored.comments);
      commentsVersion = stored.commentsVersion;
    }
  }
}

const storedComments = z.object({ comments: z.string(), commentsVersion: z.int() });

/** What somebody else saved, when that is why saving failed. */
function storedOf(failure: unknown): z.output<typeof storedComments> | undefined {
  if (!(failure instanceof ProblemError) || failure.kind !== 'stale') return undefined;
  return storedComments.safeParse(failure.body.current).data;
}

/** A text that was typed and never saved, stored in this browser only. */
function useDraft(userId: string, invoiceId: string) {
  const key = draftKey(userId, `comments.${invoiceId}`);
  const [stored, setStored] = useState(() => localStorage.getItem(key) ?? undefined);
  return {
    stored,
    keep: (text: string) => localStorage.setItem(key, text),
    forget() {
      localStorage.removeItem(key);
      setStored(undefined);
    },
  };
}
