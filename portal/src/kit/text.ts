import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { areaOf, textAreas } from './area-texts.ts';
import { countAreas, hasArea, loadArea, subscribeAreas } from './texts.ts';

/** What a text may hold in its `{{places}}`; `count` also chooses the plural. */
export type TextValues = Readonly<Record<string, string | number>>;

/** A text for people by its key: `text('core.groups.title')`, `text('kit.pager.of', { from: 1, count: 37 })`. */
export type Text = (key: string, values?: TextValues) => string;

/**
 * Texts in the language of the person. The first part of a key is the file in `locales/{nl,en}`, the rest the path
 * in it; `contract` stands for the contract's own texts (`contract.code.required`). Texts of an area that are not
 * there yet are empty until they come, which draws again; a screen's own area comes with the screen.
 */
export function useText(): Text {
  const { t, i18n } = useTranslation();
  // React reads the count again when it subscribes: texts may arrive between a render and that moment.
  const areas = useSyncExternalStore(
    useCallback((onChange) => subscribeAreas(i18n, onChange), [i18n]),
    () => countAreas(i18n),
  );
  return useCallback(
    (key, values) => {
      const area = areaOf(key);
      if (textAreas.includes(area) && !hasArea(i18n, area)) {
        // Without a connection the place stays empty; the next drawing tries again.
        loadArea(i18n, area).catch(() => undefined);
        return '';
      }
      return t(key, values ?? {});
    },
    // A new function when texts arrive, so that memoised results are computed again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [t, i18n, areas],
  );
}

/** Fetches an area's texts beforehand, for code that stores a text instead of drawing it. */
export function useTextsOf(area: string): void {
  const { i18n } = useTranslation();
  useEffect(() => void loadArea(i18n, area).catch(() => undefined), [i18n, area]);
}
