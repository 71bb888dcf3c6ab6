import { useState } from 'react';
import { z } from 'zod';
import { draftKey } from '#portal/kit/data/drafts.ts';
import { ProblemError } from '#portal/kit/data/http.ts';
import { useSessionState } from '#portal/kit/data/session.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { useInvoiceVerb, type InvoiceVerb } from '../invoices/invoice-verbs.ts';
import { checkOnLeave, remaining, stampOf, withComment, wordsOfDraft } from './comments.rules.ts';
import { waitFor } from './pending-comments.ts';

/** The field for a comment: its words and what to do on focus, typing and leaving (product 1.4; §C7). */
export type CommentField = ReturnType<typeof useComment>;

interface Editing {
  /** The text of all comments when the field got the focus, and its version. */
  readonly original: string;
  readonly version: number;
  readonly words: string;
  /** When the first letter was typed, and by whom. */
  readonly stamp: string;
}

/** Retries when somebody else saved first; then the person must decide. */
const maxRetries = 3;

const wholeOf = ({ original, stamp, words }: Editing) =>
  words === '' ? original : withComment(original, stamp, words);

export function useComment(invoice: Pick<Invoice, 'id' | 'comments' | 'commentsVersion'>) {
  const text = useText();
  const { mutateAsync } = useInvoiceVerb();
  const { user } = useSessionState();
  const drafts = useDraft(user.id, invoice.id);
  const [editing, setEditing] = useState<Editing>();
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<unknown>();

  const fresh = (words = ''): Editing => {
    const { comments: original, commentsVersion: version } = invoice;
    return { original, version, words, stamp: stampOf(new Date(), user.name) };
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
    text: editing?.words ?? '',
    /** Characters that may still be added. */
    remaining: remaining(editing === undefined ? invoice.comments : wholeOf(editing)),
    isSaving,
    /** Why the last save failed; the text is still there. */
    error,
    /** Earlier words that were never saved. */
    draft: editing === undefined && drafts.stored !== invoice.comments ? drafts.stored : undefined,
    focus: () => setEditing((now) => now ?? fresh()),
    type(words: string) {
      const now = editing ?? fresh();
      drafts.keep(words);
      // The stamp is of the first letter.
      setEditing(now.words === '' ? fresh(words) : { ...now, words });
    },
    leave() {
      if (editing === undefined || isSaving) return;
      const result = checkOnLeave(editing.words, wholeOf(editing));
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
      setEditing(fresh(wordsOfDraft(invoice.comments, drafts.stored)));
    },
    dropDraft: drafts.forget,
  };
}

async function saveOver(
  takeStep: (step: InvoiceVerb) => Promise<Invoice>,
  id: string,
  editing: Editing,
): Promise<Invoice> {
  let { original, version: commentsVersion } = editing;
  for (let tries = 1; ; tries += 1) {
    try {
      const comments = wholeOf({ ...editing, original });
      return await takeStep({ id, verb: 'comments', body: { comments, commentsVersion } });
    } catch (failure) {
      const stored = storedOf(failure);
      if (stored === undefined || tries > maxRetries) throw failure;
      // Behind what somebody else wrote meanwhile (§C7).
      original = stored.comments;
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
