import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { fieldId, type FieldCode } from '#contract/problem.ts';
import { ProblemError } from '../data/http.ts';
import { useText, useTextsOf } from '../text.ts';
import { fieldText } from './field-text.ts';
import { isAlike, valueAt, withValueAt, type FieldPath } from './paths.ts';

/** How a field is called and drawn where it is shown outside itself, as in a conflict. */
interface FieldWords {
  readonly label: string;
  /** The value, beside the other version of it. */
  readonly show: (value: unknown, other: unknown) => ReactNode;
}

/** Somebody saved in the meantime: what is stored now, as values of this form. */
export interface FormConflict<T> {
  readonly stored: T;
  /** The stored record as the server sent it. */
  readonly current: unknown;
  /** The fields that both changed, each to another value. */
  readonly fields: readonly string[];
}

/** The state of one form; fields take it as `form`. */
export interface ResourceForm<T extends object> {
  readonly values: T;
  /** Sets one field; its error goes away. */
  readonly set: (path: FieldPath<T>, value: unknown) => void;
  /** Puts other values in the place of all, as a restored draft does; errors are cleared. */
  readonly replace: (values: T) => void;
  /** Sentences by field id (`email_address_address`), from the server and from fields that cannot read their text. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /**
   * A field says that its text cannot be read, or that it can again. While it is still being typed nothing is shown,
   * yet saving would not go on with the value of before.
   */
  readonly report: (
    path: string,
    code: FieldCode | undefined,
    options?: { readonly isTyping: boolean },
  ) => void;
  readonly isDirty: boolean;
  /** Whether the person changed this field since the form opened. */
  readonly isChanged: (path: string) => boolean;
  readonly isSaving: boolean;
  /** What went wrong besides fields: no connection, no permission, deleted. */
  readonly failure: Error | null;
  readonly conflict: FormConflict<T> | null;
  /** Saves with the fields named keeping the person's own value, the others what is stored. */
  readonly resolveConflict: (mine: ReadonlySet<string>) => void;
  readonly submit: () => void;
  /** Counts the tries that failed on fields: the page moves the focus after each. */
  readonly failures: number;
  /** Whether the person may leave without being asked. */
  readonly mayLeave: () => boolean;
  readonly register: (path: string, words: FieldWords) => void;
  readonly wordsOf: (path: string) => FieldWords | undefined;
  readonly fieldPaths: () => readonly string[];
}

interface FormOptions<T extends object, Saved> {
  /** The values to begin with. Put everything in that is sent, `rowVersion` too. */
  readonly initial: T;
  /** The values shown at first, when they differ from `initial`: unfinished work that was stored. */
  readonly values?: T | undefined;
  /**
   * What is wrong with the values as far as the portal knows, by field id: shown together with what a field cannot
   * read, and nothing is sent. `wrongFields` asks a schema of the contract.
   */
  readonly check?: (values: T) => Readonly<Record<string, readonly string[]>>;
  readonly save: (values: T) => Promise<Saved>;
  /** After a save: close, or go on. Leaving is free from here. */
  readonly onSaved: (saved: Saved) => void;
  /** The stored record of a `stale` refusal as values; without it a conflict shows as a failure. */
  readonly fromStored?: (current: unknown) => T | undefined;
  /**
   * The saved record as values, for a form that stays open: it goes on with what the server made of them, its version
   * too. What was typed while it was saving stays typed.
   */
  readonly goOnWith?: (saved: Saved) => T;
}

/**
 * Values, errors and saving of a form. Save is always possible: pressing it shows everything that is wrong at once.
 *
 * @example
 * const form = useResourceForm({ initial, save: (body) => create.mutateAsync(body), onSaved: () => go('companies:index') });
 */
export function useResourceForm<T extends object, Saved>(options: FormOptions<T, Saved>): ResourceForm<T> {
  const text = useText();
  useTextsOf('contract');
  const [initial, setInitial] = useState(options.initial);
  const [values, setValues] = useState(options.values ?? options.initial);
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [failure, setFailure] = useState<Error | null>(null);
  const [conflict, setConflict] = useState<FormConflict<T> | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [failures, setFailures] = useState(0);
  const unreadable = useRef(new Map<string, FieldCode>());
  const words = useRef(new Map<string, FieldWords>());
  const isDone = useRef(false);
  const latest = useRef(options);
  const base = useRef(initial);
  useEffect(() => {
    latest.current = options;
    base.current = initial;
  });
  const isDirty = useMemo(() => !isAlike(values, initial), [values, initial]);

  const save = useCallback(
    async (first: T) => {
      async function attempt(toSave: T, merges: number): Promise<void> {
        setFailure(null);
        setConflict(null);
        const local: Record<string, readonly string[]> = { ...latest.current.check?.(toSave) };
        for (const [path, code] of unreadable.current)
          local[fieldId(path)] = [fieldText(text, fieldId(path), code)];
        setErrors(atFields(local, toSave));
        if (Object.keys(local).length > 0) return setFailures((count) => count + 1);

        setSaving(true);
        try {
          const saved = await latest.current.save(toSave);
          isDone.current = true;
          const next = latest.current.goOnWith?.(saved) ?? toSave;
          setInitial(next);
          setValues((now) => mergeSaved(now, toSave, next));
          latest.current.onSaved(saved);
          // A form that stays open is watched again.
          setTimeout(() => (isDone.current = false));
        } catch (error) {
          await refuse(error);
        } finally {
          setSaving(false);
        }

        async function refuse(error: unknown) {
          const body = error instanceof ProblemError ? error.body : undefined;
          const stored = body?.current === undefined ? undefined : latest.current.fromStored?.(body.current);
          if (body?.errors && Object.keys(body.errors).length > 0) {
            setErrors(atFields(body.errors, toSave));
            setFailures((count) => count + 1);
          } else if (stored !== undefined) await meet(stored, body?.current);
          else setFailure(error instanceof Error ? error : new Error(String(error)));
        }

        // What only one of the two changed needs no question. The form goes on from what is stored, so that saving again is not
        // refused for the same reason.
        async function meet(stored: T, current: unknown) {
          const paths = [...words.current.keys()];
          const { values: merged, both } = mergeChanges(base.current, toSave, stored, paths);
          setInitial(stored);
          setValues((now) => mergeSaved(now, toSave, merged));
          base.current = stored;
          if (both.length > 0 || merges >= maxMerges) setConflict({ stored, current, fields: both });
          else await attempt(merged, merges + 1);
        }
      }
      await attempt(first, 0);
    },
    [text],
  );

  const set = useCallback((path: FieldPath<T>, value: unknown) => {
    setValues((now) => withValueAt(now, path, value));
    setErrors((now) => without(now, fieldId(path)));
  }, []);

  const report = useCallback(
    (path: string, code: FieldCode | undefined, { isTyping } = { isTyping: false }) => {
      const id = fieldId(path);
      const wasUnreadable = unreadable.current.delete(path);
      if (code !== undefined) unreadable.current.set(path, code);
      if (code !== undefined && !isTyping)
        setErrors((now) => ({ ...now, [id]: [fieldText(text, id, code)] }));
      else if (wasUnreadable) setErrors((now) => without(now, id));
    },
    [text],
  );

  return {
    values,
    set,
    replace: useCallback((next: T) => {
      setValues(next);
      setErrors({});
    }, []),
    errors,
    report,
    isDirty,
    isChanged: (path) => !isAlike(valueAt(values, path), valueAt(initial, path)),
    isSaving,
    failure,
    conflict,
    failures,
    submit: () => {
      if (!isSaving) void save(values);
    },
    resolveConflict(mine) {
      if (conflict === null) return;
      let chosen = values;
      for (const path of conflict.fields)
        if (!mine.has(path)) chosen = withValueAt(chosen, path, valueAt(conflict.stored, path));
      setValues(chosen);
      void save(chosen);
    },
    mayLeave: () => isDone.current || !isDirty,
    register: useCallback((path: string, own: FieldWords) => void words.current.set(path, own), []),
    wordsOf: useCallback((path: string) => words.current.get(path), []),
    fieldPaths: useCallback(() => [...words.current.keys()], []),
  };
}

/**
 * Reads the stored record of a conflict as values, for `fromStored`; undefined where it breaks the contract.
 *
 * @example
 * fromStored: storedAs(releaseSettings, valuesOf)
 */
export function storedAs<S extends z.ZodType, T>(schema: S, valuesOf: (record: z.output<S>) => T) {
  return (current: unknown): T | undefined => {
    const stored = z.safeParse(schema, current);
    return stored.success ? valuesOf(stored.data) : undefined;
  };
}

// Somebody who saves all the time is asked about after so many tries.
const maxMerges = 3;

/**
 * The stored values with what the person changed, and the fields that the other changed too, to something else: there the
 * person's own value stands. `paths` are the fields on screen. A list is one field, so that rows never mix; so is a value
 * that is not on screen, or of which a part is not: `both` names it as a whole.
 */
export function mergeChanges<T extends object>(
  base: T,
  mine: T,
  stored: T,
  paths: readonly string[],
): { readonly values: T; readonly both: readonly string[] } {
  let values = stored;
  const both: string[] = [];
  for (const name of Object.keys(mine)) {
    const inside = paths.filter((path) => path.startsWith(`${name}.`));
    for (const path of isInParts(mine, stored, name, inside) ? inside : [name]) {
      const [before, own, theirs] = [base, mine, stored].map((of) => valueAt(of, path));
      if (isAlike(own, before) || isAlike(own, theirs)) continue;
      values = withValueAt(values, path, own);
      if (!isAlike(theirs, before)) both.push(path);
    }
  }
  return { values, both };
}

/** Whether two versions of a group differ in nothing but its fields on screen. */
function isInParts<T extends object>(mine: T, stored: T, name: string, inside: readonly string[]): boolean {
  if (inside.length === 0 || Array.isArray(valueAt(mine, name))) return false;
  // Where one of them lacks the row of a field, a row came or went.
  const isRow = (of: T, path: string) => valueAt(of, path.slice(0, path.lastIndexOf('.'))) !== undefined;
  if (!inside.every((path) => isRow(mine, path) && isRow(stored, path))) return false;
  const rest = inside.reduce((values, path) => withValueAt(values, path, valueAt(stored, path)), mine);
  return isAlike(valueAt(rest, name), valueAt(stored, name));
}

/** The values with what the server made of the fields that nobody changed since they were sent. */
function mergeSaved<T extends object>(now: T, sent: T, next: T): T {
  return Object.keys(next)
    .filter((name) => Reflect.get(now, name) === Reflect.get(sent, name))
    .reduce((values, name) => withValueAt(values, name, Reflect.get(next, name)), now);
}

/**
 * What is wrong with an item of a list (`to_1`) stands at its field: a list is one field. What is wrong with a group of one
 * value (`email_address`) stands at that value.
 */
function atFields(
  errors: Readonly<Record<string, readonly string[]>>,
  values: object,
): Record<string, readonly string[]> {
  const lists = new Set(
    Object.entries(values).flatMap(([name, value]) => (Array.isArray(value) ? [fieldId(name)] : [])),
  );
  const onlyParts = new Map(
    Object.entries(values).flatMap(([name, value]) => {
      const [part, ...others] = isGroup(value) ? Object.keys(value) : [];
      return part === undefined || others.length > 0
        ? []
        : [[fieldId(name), fieldId(`${name}.${part}`)] as const];
    }),
  );
  const found: Record<string, readonly string[]> = {};
  for (const [id, sentences] of Object.entries(errors)) {
    const list = id.replace(/_\d+$/, '');
    const at = lists.has(list) ? list : (onlyParts.get(id) ?? id);
    found[at] = [...new Set([...(found[at] ?? []), ...sentences])];
  }
  return found;
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function without<V>(record: Readonly<Record<string, V>>, key: string): Readonly<Record<string, V>> {
  if (!(key in record)) return record;
  const { [key]: _, ...rest } = record;
  return rest;
}
