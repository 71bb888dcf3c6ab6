import { useCallback, useMemo, useState } from 'react';
import {
  documentProperties,
  documentProperty,
  type DocumentProperty,
  type FoundProperty,
  sureFrom,
} from '#contract/documents/properties.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { fieldSentences } from '#portal/kit/data/error-store.ts';
import { useText } from '#portal/kit/text.ts';
import type { PageMark, WordClick } from '../pages/document-viewer.tsx';
import { isProperty } from './is-property.ts';
import { showValue } from './value.rules.ts';
import { valueAtWord, type Box, type Clicked } from './words.rules.ts';

/** What a person says a value is: typed, or clicked on the page. */
export interface Correction {
  /** As it travels: whole cents, an ISO day. */
  readonly value: string;
  readonly isStored: true;
  readonly page?: number;
  readonly box?: [number, number, number, number];
}

/** A word that was clicked before it was said what it is. */
export interface Picked {
  readonly click: WordClick;
  readonly raw: string;
}

/** One value under the eyes: which one has the attention, which one is being corrected, and how. */
export interface ValueWork {
  readonly focused: DocumentProperty | undefined;
  readonly focus: (property: DocumentProperty | undefined) => void;
  readonly editing: DocumentProperty | undefined;
  readonly edit: (property: DocumentProperty | undefined) => void;
  /** The value that is on its way to the server. */
  readonly saving: DocumentProperty | undefined;
  readonly correct: (property: DocumentProperty, correction: Correction) => Promise<boolean>;
  readonly marks: readonly PageMark[];
  readonly onWord: (click: WordClick) => void;
  readonly picked: Picked | undefined;
  readonly forget: () => void;
  /** Says what the clicked word is. */
  readonly fillIn: (property: DocumentProperty) => void;
  /** The properties that the clicked word can be. */
  readonly possible: readonly DocumentProperty[];
}

/** Ties values to the page: pointing at one shows the other, and a click on a word corrects a value. */
export function useValueWork(
  properties: readonly FoundProperty[],
  save: (property: DocumentProperty, correction: Correction) => Promise<unknown>,
): ValueWork {
  const text = useText();
  const language = useLanguage();
  const [focused, focus] = useState<DocumentProperty>();
  const [editing, setEditing] = useState<DocumentProperty>();
  const [saving, setSaving] = useState<DocumentProperty>();
  const [picked, setPicked] = useState<Picked>();
  const marks = useMemo(
    () =>
      properties.flatMap((found) =>
        markOf(
          found,
          `${text(`documentsWork.property.${found.property}`)}: ${showValue(found.property, found.value, language)}`,
        ),
      ),
    [properties, text, language],
  );

  const edit = useCallback((property: DocumentProperty | undefined) => {
    setEditing(property);
    setPicked(undefined);
  }, []);

  async function correct(property: DocumentProperty, correction: Correction): Promise<boolean> {
    setSaving(property);
    try {
      await save(property, correction);
      setEditing(undefined);
      setPicked(undefined);
      return true;
    } catch (error) {
      const { title, hint } = errorWords(error, text);
      notify({ meaning: 'bad', title: fieldSentences(error)[0] ?? title, body: hint });
      return false;
    } finally {
      setSaving(undefined);
    }
  }

  function take(property: DocumentProperty, { page }: WordClick, clicked: Clicked) {
    void correct(property, { value: clicked.value, isStored: true, page, box: asTuple(clicked.box) });
  }

  function onWord(click: WordClick) {
    const word = click.words[click.at];
    if (word === undefined) return;
    if (editing !== undefined) {
      const clicked = valueAtWord(editing, click.words, click.at);
      if (clicked !== undefined) return take(editing, click, clicked);
      const property = text(`documentsWork.property.${editing}`);
      return void notify({
        meaning: 'bad',
        title: text('documentsWork.correct.cannotBe', { word: word.text, property }),
      });
    }
    const [x, y] = [(word.box[0] + word.box[2]) / 2, (word.box[1] + word.box[3]) / 2];
    const under = marks.find(
      ({ page, box: [left, top, right, bottom] }) =>
        page === click.page && x >= left && x <= right && y >= top && y <= bottom,
    );
    if (isProperty(under?.id)) return edit(under.id);
    setPicked({ click, raw: word.text });
  }

  const possible = useMemo(
    () =>
      picked === undefined
        ? []
        : documentProperty.options.filter(
            (property) => valueAtWord(property, picked.click.words, picked.click.at) !== undefined,
          ),
    [picked],
  );

  return {
    focused,
    focus,
    editing,
    edit,
    saving,
    correct,
    marks,
    onWord,
    picked,
    forget: () => setPicked(undefined),
    possible,
    fillIn(property) {
      const clicked = picked && valueAtWord(property, picked.click.words, picked.click.at);
      if (picked && clicked) take(property, picked.click, clicked);
    },
  };
}

const asTuple = ([left, top, right, bottom]: Box): [number, number, number, number] => [
  left,
  top,
  right,
  bottom,
];

function markOf(found: FoundProperty, label: string): PageMark[] {
  if (found.box === null || found.page === null || found.value === '') return [];
  const isSure = found.isConfirmed || found.confidence >= sureFrom;
  return [{ id: found.property, page: found.page, box: found.box, label, kind: isSure ? 'sure' : 'unsure' }];
}

/** Every property in the order of the screen, with what was found of it. */
export function allProperties(
  found: readonly FoundProperty[],
): readonly { readonly property: DocumentProperty; readonly found: FoundProperty | undefined }[] {
  const byName = new Map(found.map((one) => [one.property, one]));
  return Object.keys(documentProperties).flatMap((property) =>
    isProperty(property) ? [{ property, found: byName.get(property) }] : [],
  );
}
