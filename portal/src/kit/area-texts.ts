import type { Language } from '#contract/problem.ts';

// Only what the shell shows in Dutch is in the bundle (texts.ts); each area's texts are a small file of their own.
const files = import.meta.glob<unknown>(['../locales/*/*.json', '!../locales/nl/{kit,shell}.json'], {
  import: 'default',
});
const contract: Readonly<Record<Language, () => Promise<unknown>>> = {
  nl: async () => (await import('#contract/locales/nl.json')).default,
  en: async () => (await import('#contract/locales/en.json')).default,
};

/** Every area whose texts come by themselves. */
export const textAreas: readonly string[] = [
  ...new Set(Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, ''))),
  'contract',
];

/** The area of a text key: its first part. */
export const areaOf = (key: string): string => key.slice(0, key.indexOf('.'));

/** Fetches an area's texts; undefined where there is no such file, or it is in the bundle already. */
export function fetchArea(language: Language, area: string): Promise<unknown> | undefined {
  if (area === 'contract') return contract[language]();
  return files[`../locales/${language}/${area}.json`]?.();
}

/** The areas that a screen shows texts of. */
export function areasOf({
  title,
  texts = [],
}: {
  readonly title: string;
  readonly texts?: readonly string[];
}): string[] {
  return [areaOf(title), ...texts];
}
