import { useCallback, useMemo, useState } from 'react';
import {
  documentProperty,
  type DocumentProperty,
  type FoundProperty,
  type FoundVatRate,
  sureFrom,
} from '#contract/documents/properties.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { useText } from '#portal/kit/text.ts';
import type { PageMark, WordClick } from '../pages/document-viewer.tsx';
import { isProperty } from './is-property.ts';
import { formatAmount, formatNumber } from '#contract/money.ts';
import { showValue } from './value.rules.ts';
import {
  boxAround,
  inReadingOrder,
  valueAtWord,
  valueOfWords,
  type Box,
  type Clicked,
} from './words.rules.ts';

/** What a person says a value is: typed, or clicked on the page. */
export interface Correction {
  /** As it is sent: whole cents, an ISO day. */
  readonly value: string;
  readonly isStored: true;
  readonly page?: number;
  readonly box?: [number, number, number, number];
}

const noRates: readonly FoundVatRate[] = [];

interface ValueWorkOptions {
  /** The value that the person was asked about. */
  readonly inHand?: DocumentProperty | undefined;
  readonly vatRates?: readonly FoundVatRate[] | undefined;
}

/** How a rate of VAT is called among the values that can be pointed at. */
export const rateStop = ({ rate }: Pick<FoundVatRate, 'rate'>) => `rate ${rate}`;

/** The values under review: which one is pointed at, which one is being corrected, and how. */
export type ValueWork = ReturnType<typeof useValueWork>;

/** A word that was clicked, or words that were dragged over, while it was not known for which value. */
export interface PickedWords {
  readonly click: WordClick;
  readonly raw: string;
  readonly box: Box;
}

/**
 * Connects values to the page: pointing at one shows the other, and a click on a word corrects a value. `inHand` is the
 * value that the person was asked about: a word that can be it becomes it. `vatRates` are pointed at as well.
 */
export function useValueWork(
  properties: readonly FoundProperty[],
  save: (property: DocumentProperty, correction: Correction) => Promise<unknown>,
  { inHand, vatRates = noRates }: ValueWorkOptions = {},
) {
  const text = useText();
  const language = useLanguage();
  const [focused, focus] = useState<string>();
  const [editing, setEditing] = useState<DocumentProperty>();
  const [saving, setSaving] = useState<DocumentProperty>();
  const [picked, setPicked] = useState<PickedWords>();
  const notifyFailure = useNotifyFailure();
  const marks = useMemo(
    () => [
      ...properties.flatMap((found) =>
        markOf(
          { ...found, id: found.property },
          `${text(`documentsWork.property.${found.property}`)}: ${showValue(found.property, found.value, language)}`,
        ),
      ),
      ...vatRates.flatMap((rate) =>
        markOf(
          { ...rate, id: rateStop(rate), value: String(rate.vatInCents), isConfirmed: false },
          `${text('documentsWork.values.rate', { rate: formatNumber(rate.rate / 100, language) })}: ${formatAmount(rate.vatInCents, language)}`,
        ),
      ),
    ],
    [properties, vatRates, text, language],
  );

  const edit = useCallback((property: DocumentProperty | undefined) => {
    setEditing(property);
    setPicked(undefined);
  }, []);

  async function correct(property: DocumentProperty, correction: Correction): Promise<void> {
    setSaving(property);
    try {
      await save(property, correction);
      setEditing(undefined);
      setPicked(undefined);
    } catch (error) {
      notifyFailure(error);
    } finally {
      setSaving(undefined);
    }
  }

  function correctTo(property: DocumentProperty, { page }: WordClick, clicked: Clicked) {
    void correct(property, { value: clicked.value, isStored: true, page, box: asTuple(clicked.box) });
  }

  function onWord(click: WordClick) {
    const word = pickedOf(click);
    if (word === undefined) return;
    setPicked(undefined);
    if (editing !== undefined) {
      const clicked = meaningOf(editing, click);
      if (clicked !== undefined) return correctTo(editing, click, clicked);
      const property = text(`documentsWork.property.${editing}`);
      return void notify({
        meaning: 'bad',
        title: text('documentsWork.correct.cannotBe', { word: word.raw, property }),
      });
    }
    const [x, y] = [(word.box[0] + word.box[2]) / 2, (word.box[1] + word.box[3]) / 2];
    const under = marks.find(
      ({ page, box: [left, top, right, bottom] }) =>
        page === click.page && x >= left && x <= right && y >= top && y <= bottom,
    );
    const isOfOther = under !== undefined && under.id !== inHand && click.dragged === undefined;
    const clicked = inHand && !isOfOther && meaningOf(inHand, click);
    if (isProperty(under?.id) && click.dragged === undefined && (inHand === undefined || under.id === inHand))
      return edit(under.id);
    if (inHand && clicked) return correctTo(inHand, click, clicked);
    setPicked(word);
  }

  const possible = useMemo(
    () =>
      picked === undefined
        ? []
        : documentProperty.options.filter((property) => meaningOf(property, picked.click) !== undefined),
    [picked],
  );

  return {
    focused,
    focus,
    editing,
    edit,
    /** The value that is being saved. */
    saving,
    correct,
    marks,
    onWord,
    /** A word that was clicked while no value was being corrected. */
    picked,
    forget: () => setPicked(undefined),
    /** The properties that the clicked word can be. */
    possible,
    /** Makes the clicked word the value of a property. */
    fillIn(property: DocumentProperty) {
      const clicked = picked && meaningOf(property, picked.click);
      if (picked && clicked) correctTo(property, picked.click, clicked);
    },
  };
}

const chosenOf = ({ words, index, dragged = [index] }: WordClick) =>
  inReadingOrder(dragged.flatMap((at) => words[at] ?? []));

function pickedOf(click: WordClick): PickedWords | undefined {
  const words = chosenOf(click);
  if (words.length === 0) return undefined;
  return {
    click,
    raw: words.map(({ text }) => text).join(' '),
    box: boxAround(words.map(({ box }) => box)),
  };
}

const meaningOf = (property: DocumentProperty, click: WordClick) =>
  click.dragged === undefined
    ? valueAtWord(property, click.words, click.index)
    : valueOfWords(property, chosenOf(click));

const asTuple = ([left, top, right, bottom]: Box): [number, number, number, number] => [
  left,
  top,
  right,
  bottom,
];

interface Markable extends Pick<FoundProperty, 'page' | 'box' | 'value' | 'isConfirmed' | 'confidence'> {
  readonly id: string;
}

function markOf(found: Markable, label: string): PageMark[] {
  if (found.box === null || found.page === null || found.value === '') return [];
  const isSure = found.isConfirmed || found.confidence >= sureFrom;
  return [{ id: found.id, page: found.page, box: found.box, label, kind: isSure ? 'sure' : 'unsure' }];
}
