import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** What a text may hold in its `{{places}}`; `count` also chooses the plural. */
export type TextValues = Readonly<Record<string, string | number>>;

/** A text for people by its key: `text('core.groups.title')`, `text('kit.pager.of', { from: 1, count: 37 })`. */
export type Text = (key: string, values?: TextValues) => string;

/**
 * Texts in the language of the person. The first part of a key is the file in `locales/{nl,en}`, the rest the path
 * in it; `contract` stands for the contract's own texts (`contract.code.required`).
 */
export function useText(): Text {
  const { t } = useTranslation();
  return useCallback((key, values) => t(key, values ?? {}), [t]);
}
