import { useMemo } from 'react';
import { countryCodes, countryName } from '#contract/countries.ts';
import { useLanguage } from '../format/use-language.ts';

/** All countries by their names in the language of the screen, to choose from. */
export function useCountries(): { readonly value: string; readonly label: string }[] {
  const language = useLanguage();
  return useMemo(
    () =>
      countryCodes
        .map((value) => ({ value, label: countryName(value, language) }))
        .toSorted((a, b) => a.label.localeCompare(b.label, language)),
    [language],
  );
}
