import contractTexts from '#contract/locales/en.json';
import { treeOf } from './texts.ts';

/** Everything there is to read in English; a chunk of its own. */
export const english = treeOf(
  import.meta.glob('../locales/en/*.json', { eager: true, import: 'default' }),
  contractTexts,
);
