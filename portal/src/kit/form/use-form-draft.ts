import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { draftKey } from '../data/drafts.ts';
import { useSessionState } from '../data/session.tsx';
import { isAlike } from './paths.ts';
import type { ResourceForm } from './use-resource-form.ts';

/** What was filled in before and never saved. */
export interface FormDraft {
  /** ISO moment of the last letter; undefined when there is nothing to offer. */
  readonly at: string | undefined;
  readonly restore: () => void;
  readonly drop: () => void;
  /** After a save: nothing is left to offer. */
  readonly forget: () => void;
}

interface Kept<T> {
  readonly at: string;
  readonly values: T;
}

/**
 * Keeps what is typed in a form in this browser, for this person only, until it is saved: a lost connection, a closed
 * tab or a crash loses no text, it is offered again. `schema` reads what an older version of the portal may have kept.
 *
 * @example
 * const draft = useFormDraft(form, 'workorders.create', orderValues);
 * <DraftBar draft={draft} />
 */
export function useFormDraft<T extends object>(
  form: Pick<ResourceForm<T>, 'values' | 'isDirty' | 'replace'>,
  name: string,
  schema: z.ZodType<T>,
): FormDraft {
  const { user } = useSessionState();
  const key = draftKey(user.id, name);
  const [offered, setOffered] = useState(() => read(key, schema, form.values));
  const { values, isDirty } = form;
  const isSaved = useRef(false);

  useEffect(() => {
    // What is not yet answered is not overwritten by a form nobody touched.
    if (!isDirty || isSaved.current) return;
    keep(key, JSON.stringify({ at: new Date().toISOString(), values }));
  }, [key, values, isDirty]);

  const forget = () => {
    isSaved.current = true;
    localStorage.removeItem(key);
    setOffered(undefined);
  };
  return {
    at: offered?.at,
    restore() {
      if (offered) form.replace(offered.values);
      setOffered(undefined);
    },
    drop() {
      localStorage.removeItem(key);
      setOffered(undefined);
    },
    forget,
  };
}

// A browser keeps a few megabytes, and a form may hold a file. What does not fit leaves the last draft that did; the
// form itself goes on.
function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

function read<T extends object>(key: string, schema: z.ZodType<T>, now: T): Kept<T> | undefined {
  const text = localStorage.getItem(key);
  if (text === null) return undefined;
  try {
    const kept: unknown = JSON.parse(text);
    const at: unknown = typeof kept === 'object' && kept ? Reflect.get(kept, 'at') : undefined;
    const values = schema.parse(typeof kept === 'object' && kept ? Reflect.get(kept, 'values') : undefined);
    return typeof at === 'string' && !isAlike(values, now) ? { at, values } : undefined;
  } catch {
    // Of another version of the portal, or not ours: nothing that could be offered.
    localStorage.removeItem(key);
    return undefined;
  }
}
