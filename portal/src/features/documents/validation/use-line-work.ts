import { useMemo, useState } from 'react';
import type { LineWrite } from '#contract/documents/properties.ts';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import type { PageMark, WordClick } from '../pages/document-viewer.tsx';
import { boxAround, inReadingOrder, runOf, type Box } from '../values/words.rules.ts';
import type { Item } from './item.ts';
import { type LineField, lineOfWords, type LineTexts, readLine, textsOf } from './line.rules.ts';
import { type FoundLine, isLineDoubtful, lineStop } from './review.rules.ts';

/** A line in hand: an existing one, or a new one. */
interface LineDraft {
  readonly stop: string;
  readonly texts: LineTexts;
  /** Where a click on a word goes. */
  readonly field: LineField;
  readonly wrong: readonly LineField[];
  /** Where its row was taken from the page. */
  readonly place?: { readonly page: number; readonly box: Box };
}

/** What a new line is called until it is saved. */
export const newLine = 'line new';
const noLines: readonly FoundLine[] = [];

/** The lines of an item under review: which is pointed at, which is mended, and how. */
export type LineWork = ReturnType<typeof useLineWork>;

/** Connects lines to the page: pointing at one shows its place, and a click on a word fills the field in hand. */
export function useLineWork(
  item: Item | undefined,
  mayMend: boolean,
  save: (lines: readonly LineWrite[]) => Promise<unknown>,
) {
  const text = useText();
  const language = useLanguage();
  const notifyFailure = useNotifyFailure();
  const [focused, focus] = useState<string>();
  const [held, setDraft] = useState<LineDraft & { readonly itemId: string }>();
  const [isSaving, setSaving] = useState(false);
  const lines = item?.lines ?? noLines;
  const draft = held?.itemId === item?.id ? held : undefined;
  const marks = useMemo(
    () => lines.flatMap((line) => markOf(line, text('documentsWork.lines.line', { line: line.lineNumber }))),
    [lines, text],
  );

  async function replace(changed: readonly LineWrite[]): Promise<boolean> {
    setSaving(true);
    try {
      await save(changed);
      setDraft(undefined);
      return true;
    } catch (error) {
      notifyFailure(error);
      return false;
    } finally {
      setSaving(false);
    }
  }
  const change = (part: Partial<LineDraft>) => setDraft((now) => now && { ...now, ...part });
  const fill = (field: LineField, value: string) =>
    draft && change({ texts: { ...draft.texts, [field]: value }, wrong: [] });

  return {
    lines,
    mayMend,
    focused,
    focus,
    marks,
    draft,
    isSaving,
    edit(stop: string) {
      const line = lines.find(({ lineNumber }) => lineStop(lineNumber) === stop);
      if (item && mayMend)
        setDraft({ itemId: item.id, stop, texts: textsOf(line, language), field: 'description', wrong: [] });
    },
    close: () => setDraft(undefined),
    type: fill,
    /** This field gets what is clicked on the page. */
    into: (field: LineField) => change({ field }),
    /** A click takes the cell, a drag over a row all of its fields. */
    onWord({ page, words, index, dragged }: WordClick) {
      if (draft === undefined) return;
      if (dragged !== undefined) {
        const chosen = inReadingOrder(dragged.flatMap((at) => words[at] ?? []));
        const texts = chosen.map(({ text }) => text);
        const row = lineOfWords(texts);
        if (row === undefined) return fill(draft.field, texts.join(' '));
        const place = { page, box: boxAround(chosen.map(({ box }) => box)) };
        return change({ texts: { ...draft.texts, ...row }, wrong: [], place });
      }
      const indexes = draft.field === 'description' ? runOf(words, index) : [index];
      fill(draft.field, indexes.map((at) => words[at]?.text ?? '').join(' '));
    },
    /** Writes the line in hand; false when it cannot be. */
    async submit(): Promise<boolean> {
      if (draft === undefined) return false;
      const read = readLine(draft.texts);
      if ('wrong' in read) {
        change({ wrong: read.wrong });
        return false;
      }
      const empty = { vatPercent: null, page: null, box: null };
      const place: Pick<LineWrite, 'page' | 'box'> | undefined = draft.place && {
        page: draft.place.page,
        box: [...draft.place.box],
      };
      return replace(
        draft.stop === newLine
          ? [...lines, { ...empty, ...place, ...read.line }]
          : lines.map((line) =>
              lineStop(line.lineNumber) === draft.stop ? { ...line, ...place, ...read.line } : line,
            ),
      );
    },
    remove: (stop: string) => replace(lines.filter(({ lineNumber }) => lineStop(lineNumber) !== stop)),
  };
}

function markOf(line: FoundLine, name: string): PageMark[] {
  if (line.box === null || line.page === null) return [];
  const kind = isLineDoubtful(line) ? 'unsure' : 'sure';
  const label = `${name}: ${line.description}`;
  return [{ id: lineStop(line.lineNumber), page: line.page, box: line.box, label, kind }];
}
