import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { draftKey, draftKeysAt, lockedDrafts, lockDraft, ownDraftKey } from '../data/drafts.ts';
import { useSessionState } from '../data/session.tsx';
import { isAlike } from './paths.ts';
import type { ResourceForm } from './use-resource-form.ts';

/** What was typed before and never saved; of several the newest first, one at a time. */
export interface FormDraft {
  /** ISO moment of the last letter; undefined when there is nothing to offer. */
  readonly at: string | undefined;
  /** A few words of its content, to distinguish it from other drafts. */
  readonly about: string;
  /** How many drafts there are to offer, this one among them. */
  readonly count: number;
  /** Whether it is open in a form of another tab: then restoring copies it, and dropping leaves it there. */
  readonly isOpenElsewhere: boolean;
  /** Puts it in the form. What was typed here meanwhile is stored, and offered next. */
  readonly restore: () => void;
  /** How often a draft was put back: a key for fields with a state of their own, which start anew then. */
  readonly restores: number;
  readonly drop: () => void;
  /** After a save: removes the draft of this form. */
  readonly forget: () => void;
}

interface StoredDraft<T> {
  readonly key: string;
  readonly at: string;
  readonly values: T;
}

/** Stored drafts per form; the oldest that are not open are removed. */
const maxStored = 10;

/**
 * Stores what is typed in a form in this browser, for this person only, until it is saved: after a lost connection, a
 * closed tab or a crash it is offered again. Two tabs with the same form have a draft each (decision 0051). `schema`
 * parses what an older version may have stored; `about` describes it in a few words.
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
  const locked = useLockedDrafts(place);
  const offered = offers[0];
  const isOpenElsewhere = offered !== undefined && locked.has(offered.key);
  const [restores, setRestores] = useState(0);
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
        const current = { key: ownDraftKey(place), at: new Date().toISOString(), values };
        store(current);
        setOffers((all) => [...all, current]);
      }
      if (!isOpenElsewhere) own.moveFrom(offered.key);
      form.replace(offered.values);
      setRestores(restores + 1);
    },
    restores,
    drop() {
      if (offered !== undefined && !isOpenElsewhere) localStorage.removeItem(offered.key);
      next();
    },
    forget: own.forget,
  };
}

/** The draft of this form: stores what is typed in it until that is saved. */
function useOwnPlace<T extends object>(place: string, values: T, isDirty: boolean) {
  const [{ key, of }, setKey] = useState(() => ({ key: ownDraftKey(place), of: place }));
  // Another record has other drafts.
  if (of !== place) setKey({ key: ownDraftKey(place), of: place });
  const isSaved = useRef(false);
  const isStored = useRef(false);
  const moved = useRef<string>(undefined);

  useEffect(() => lockDraft(key), [key]);
  useEffect(() => {
    if (isSaved.current) return;
    if (isDirty) {
      isStored.current = store({ key, at: new Date().toISOString(), values }) || isStored.current;
      // Removed only once it is stored under its new key.
      if (isStored.current && moved.current !== undefined) {
        localStorage.removeItem(moved.current);
        moved.current = undefined;
      }
    } else if (isStored.current) {
      localStorage.removeItem(key);
      isStored.current = false;
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

/** The drafts stored before this form opened, the newest first, without those that another tab saves or removes. */
function useOffers<T extends object>(place: string, schema: z.ZodType<T>, now: T) {
  const find = () => ({ of: place, offers: storedDrafts(place, schema, now) });
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

  const set = (change: (offers: readonly StoredDraft<T>[]) => readonly StoredDraft<T>[]) =>
    setState(({ of, offers }) => ({ of, offers: change(offers) }));
  return [state.offers, set] as const;
}

/** Which drafts are open in a form: asked at first, and when this tab gets the focus. */
function useLockedDrafts(place: string): ReadonlySet<string> {
  const [locked, setLocked] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    let isUnmounted = false;
    async function ask() {
      const now = await lockedDrafts();
      if (isUnmounted) return;
      setLocked(now);
      removeOldest(place, now);
    }
    const onFocus = () => void ask();
    onFocus();
    window.addEventListener('focus', onFocus);
    return () => {
      isUnmounted = true;
      window.removeEventListener('focus', onFocus);
    };
  }, [place]);
  return locked;
}

function removeOldest(place: string, locked: ReadonlySet<string>): void {
  const at = (key: string) => /"at":"([^"]*)"/.exec(localStorage.getItem(key) ?? '')?.[1] ?? '';
  const oldestLast = draftKeysAt(place).toSorted((a, b) => at(b).localeCompare(at(a)));
  for (const key of oldestLast.slice(maxStored)) if (!locked.has(key)) localStorage.removeItem(key);
}

// Storage is a few megabytes, and a form may contain a file. What does not fit leaves the last draft that did; the form
// works on.
function store<T>({ key, at, values }: StoredDraft<T>): boolean {
  try {
    localStorage.setItem(key, JSON.stringify({ at, values }));
    return true;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return false;
  }
}

function storedDrafts<T extends object>(
  place: string,
  schema: z.ZodType<T>,
  now: T,
): readonly StoredDraft<T>[] {
  return draftKeysAt(place)
    .flatMap((key) => read(key, schema) ?? [])
    .filter(({ values }) => !isAlike(values, now))
    .toSorted((a, b) => b.at.localeCompare(a.at));
}

function read<T extends object>(key: string, schema: z.ZodType<T>): StoredDraft<T> | undefined {
  const text = localStorage.getItem(key);
  if (text === null) return undefined;
  try {
    const stored: unknown = JSON.parse(text);
    const at: unknown = typeof stored === 'object' && stored ? Reflect.get(stored, 'at') : undefined;
    const values = schema.parse(
      typeof stored === 'object' && stored ? Reflect.get(stored, 'values') : undefined,
    );
    return typeof at === 'string' ? { key, at, values } : undefined;
  } catch {
    // Of another version, or not ours: it cannot be offered.
    localStorage.removeItem(key);
    return undefined;
  }
}
