import { useState } from 'react';
import { z } from 'zod';
import { draftKey } from '#portal/kit/data/drafts.ts';
import { ProblemError } from '#portal/kit/data/http.ts';
import { useSessionState } from '#portal/kit/data/session.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { useInvoiceVerb, type InvoiceVerb } from '../invoices/invoice-verbs.ts';
import { afterTyping, judge, rejoin, remaining, stampOf } from './comments.rules.ts';
import { waitFor } from './pending-comments.ts';

/** The comments field: its text and what to do on focus, typing and leaving (product 1.4; §C7). */
export interface CommentField {
  readonly text: string;
  /** Characters that may still be added. */
  readonly remaining: number;
  readonly isSaving: boolean;
  /** Why the last save failed; the text is still there. */
  readonly error: unknown;
  /** A text of before that was never saved. */
  readonly draft: string | undefined;
  readonly focus: () => void;
  readonly type: (text: string) => void;
  readonly leave: () => void;
  readonly restoreDraft: () => void;
  readonly dropDraft: () => void;
}

interface Editing {
  /** The text as it was when the field got the focus, and its version. */
  readonly original: string;
  readonly version: number;
  readonly text: string;
  readonly stamp: string | undefined;
}

/** How often somebody else may be first before the person must decide. */
const maxRejoins = 3;

export function useComment(invoice: Pick<Invoice, 'id' | 'comments' | 'commentsVersion'>): CommentField {
  const text = useText();
  const takeStep = useInvoiceVerb();
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
      await waitFor(invoice.id, saveOver(takeStep, invoice.id, now));
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
    remaining: remaining(shown),
    isSaving,
    error,
    draft: editing === undefined && drafts.kept !== invoice.comments ? drafts.kept : undefined,
    focus: () => setEditing((now) => now ?? fresh()),
    type(typed) {
      const now = editing ?? fresh();
      const stamp = now.stamp ?? stampOf(new Date(), user.name);
      const next = afterTyping(now.original, now.text, typed, stamp);
      drafts.keep(next);
      setEditing({ ...now, text: next, stamp });
    },
    leave() {
      if (editing === undefined || isSaving) return;
      const verdict = judge(editing.original, editing.text, editing.stamp);
      if (verdict === 'save') return void save(editing);
      if (verdict === 'too-long') {
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
      if (drafts.kept === undefined) return;
      setEditing({ ...fresh(), text: rejoinDraft(invoice.comments, drafts.kept), stamp: undefined });
    },
    dropDraft: drafts.forget,
  };
}

/** A draft holds the whole text of its day; what was saved since comes first. */
function rejoinDraft(stored: string, draft: string): string {
  return draft.startsWith(stored) ? draft : rejoin(stored, draft, stored);
}

async function saveOver(takeStep: InvoiceVerb, id: string, editing: Editing): Promise<Invoice> {
  let { text: comments, version: commentsVersion } = editing;
  for (let tries = 1; ; tries += 1) {
    try {
      return await takeStep(id, 'comments', { comments, commentsVersion });
    } catch (failure) {
      const stored = storedOf(failure);
      if (stored === undefined || tries > maxRejoins) throw failure;
      comments = rejoin(editing.original, editing.text, stored.comments);
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

/** A text that was typed and never saved, in this browser only. */
function useDraft(userId: string, invoiceId: string) {
  const key = draftKey(userId, `comments.${invoiceId}`);
  const [kept, setKept] = useState(() => localStorage.getItem(key) ?? undefined);
  return {
    kept,
    keep: (text: string) => localStorage.setItem(key, text),
    forget() {
      localStorage.removeItem(key);
      setKept(undefined);
    },
  };
}
