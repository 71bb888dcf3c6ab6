import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { draftKey, draftKeysAt, heldDrafts, holdDraft, ownDraftKey } from '../data/drafts.ts';
import { useSessionState } from '../data/session.tsx';
import { isAlike } from './paths.ts';
import type { ResourceForm } from './use-resource-form.ts';

/** What was filled in before and never saved; of several the newest first, one at a time. */
export interface FormDraft {
  /** ISO moment of the last letter; undefined when there is nothing to offer. */
  readonly at: string | undefined;
  /** What tells it from another draft: a few words of what it holds. */
  readonly about: string;
  /** How many drafts there are to offer, this one among them. */
  readonly count: number;
  /** Whether it still stands in a form of another tab: then restoring takes a copy, and dropping leaves it there. */
  readonly isOpenElsewhere: boolean;
  /** Puts it in the form. What was typed here meanwhile is kept, and offered in its turn. */
  readonly restore: () => void;
  readonly drop: () => void;
  /** After a save: nothing of this form is left to offer. */
  readonly forget: () => void;
}

interface Kept<T> {
  readonly key: string;
  readonly at: string;
  readonly values: T;
}

/** So many drafts of one form are kept; the oldest that nobody has open go first. */
const keptAtMost = 10;

/**
 * Keeps what is typed in a form in this browser, for this person only, until it is saved: a lost connection, a closed
 * tab or a crash loses no text, it is offered again. Two tabs with the same form keep a draft each (0051). `schema`
 * reads what an older version of the portal may have kept; `about` says in a few words what is in it.
 *
 * @example
 * const draft = useFormDraft(form, 'workorders.create', orderValues, ({ reference }) => reference);
 * <DraftBar draft={draft} />
 */
export function useFormDraft<T extends object>(
  form: Pick<ResourceForm<T>, 'values' | 'isDirty' | 'replace'>,
  name: string,
  schema: z.ZodType<T>,
  about: (values: T) => string = () => '',
): FormDraft {
  const { user } = useSessionState();
  const place = draftKey(user.id, name);
  const { values, isDirty } = form;
  const own = useOwnPlace(place, values, isDirty);
  const [offers, setOffers] = useOffers(place, schema, values);
  const held = useHeld(place);
  const offered = offers[0];
  const isOpenElsewhere = offered !== undefined && held.has(offered.key);
  const next = () => setOffers((all) => all.filter(({ key }) => key !== offered?.key));

  return {
    at: offered?.at,
    about: offered === undefined ? '' : about(offered.values),
    count: offers.length,
    isOpenElsewhere,
    restore() {
      if (offered === undefined) return;
      next();
      if (isDirty) {
        const aside = { key: ownDraftKey(place), at: new Date().toISOString(), values };
        keep(aside);
        setOffers((all) => [...all, aside]);
      }
      if (!isOpenElsewhere) own.moveFrom(offered.key);
      form.replace(offered.values);
    },
    drop() {
      if (offered !== undefined && !isOpenElsewhere) localStorage.removeItem(offered.key);
      next();
    },
    forget: own.forget,
  };
}

/** The place of this form alone: holds what is typed in it as long as that is not saved. */
function useOwnPlace<T extends object>(place: string, values: T, isDirty: boolean) {
  const [{ key, of }, setKey] = useState(() => ({ key: ownDraftKey(place), of: place }));
  // Another record has other drafts.
  if (of !== place) setKey({ key: ownDraftKey(place), of: place });
  const isSaved = useRef(false);
  const isKept = useRef(false);
  const moved = useRef<string>(undefined);

  useEffect(() => holdDraft(key), [key]);
  useEffect(() => {
    if (isSaved.current) return;
    if (isDirty) {
      isKept.current = keep({ key, at: new Date().toISOString(), values }) || isKept.current;
      // It goes only when it stands in its new place.
      if (isKept.current && moved.current !== undefined) {
        localStorage.removeItem(moved.current);
        moved.current = undefined;
      }
    } else if (isKept.current) {
      localStorage.removeItem(key);
      isKept.current = false;
    }
  }, [key, values, isDirty]);

  return {
    forget() {
      isSaved.current = true;
      localStorage.removeItem(key);
    },
    moveFrom(from: string) {
      moved.current = from;
    },
  };
}

/** What was left before this form opened, the newest first; what another tab saves or throws away goes from it. */
function useOffers<T extends object>(place: string, schema: z.ZodType<T>, now: T) {
  const find = () => ({ of: place, offers: left(place, schema, now) });
  const [state, setState] = useState(find);
  if (state.of !== place) setState(find());
  const latest = useRef(schema);

  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === null || (event.key !== place && !event.key.startsWith(`${place}~`))) return;
      setState(({ of, offers }) => ({
        of,
        offers: offers.flatMap((offer) =>
          offer.key === event.key ? (read(offer.key, latest.current) ?? []) : offer,
        ),
      }));
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [place]);

  const set = (change: (offers: readonly Kept<T>[]) => readonly Kept<T>[]) =>
    setState(({ of, offers }) => ({ of, offers: change(offers) }));
  return [state.offers, set] as const;
}

/** Which drafts stand in an open form: asked at first, and when one comes back to this tab. */
function useHeld(place: string): ReadonlySet<string> {
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    let isLeft = false;
    async function ask() {
      const now = await heldDrafts();
      if (isLeft) return;
      setHeld(now);
      tidy(place, now);
    }
    const onFocus = () => void ask();
    onFocus();
    window.addEventListener('focus', onFocus);
    return () => {
      isLeft = true;
      window.removeEventListener('focus', onFocus);
    };
  }, [place]);
  return held;
}

function tidy(place: string, held: ReadonlySet<string>): void {
  const at = (key: string) => /"at":"([^"]*)"/.exec(localStorage.getItem(key) ?? '')?.[1] ?? '';
  const oldestLast = draftKeysAt(place).toSorted((one, other) => at(other).localeCompare(at(one)));
  for (const key of oldestLast.slice(keptAtMost)) if (!held.has(key)) localStorage.removeItem(key);
}

// A browser keeps a few megabytes, and a form may hold a file. What does not fit leaves the last draft that did; the
// form itself goes on.
function keep<T>({ key, at, values }: Kept<T>): boolean {
  try {
    localStorage.setItem(key, JSON.stringify({ at, values }));
    return true;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return false;
  }
}

function left<T extends object>(place: string, schema: z.ZodType<T>, now: T): readonly Kept<T>[] {
  return draftKeysAt(place)
    .flatMap((key) => read(key, schema) ?? [])
    .filter(({ values }) => !isAlike(values, now))
    .toSorted((one, other) => other.at.localeCompare(one.at));
}

function read<T extends object>(key: string, schema: z.ZodType<T>): Kept<T> | undefined {
  const text = localStorage.getItem(key);
  if (text === null) return undefined;
  try {
    const kept: unknown = JSON.parse(text);
    const at: unknown = typeof kept === 'object' && kept ? Reflect.get(kept, 'at') : undefined;
    const values = schema.parse(typeof kept === 'object' && kept ? Reflect.get(kept, 'values') : undefined);
    return typeof at === 'string' ? { key, at, values } : undefined;
  } catch {
    // Of another version of the portal, or not ours: nothing that could be offered.
    localStorage.removeItem(key);
    return undefined;
  }
}
