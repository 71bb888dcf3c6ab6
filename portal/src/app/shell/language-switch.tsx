import { useTranslation } from 'react-i18next';
import type { Language } from '#contract/problem.ts';
import { rememberLanguage } from '#portal/boot/preferences.ts';
import { useText } from '#portal/kit/text.ts';
import { showLanguage } from '#portal/kit/texts.ts';
import { Flag } from './flags.tsx';
import styles from './language-switch.module.css';

// Each language is named in itself: who looks for it reads it.
const languages: readonly { readonly code: Language; readonly letters: string; readonly name: string }[] = [
  { code: 'nl', letters: 'NL', name: 'Nederlands' },
  { code: 'en', letters: 'EN', name: 'English' },
];

/** Two flags with letters; the choice is remembered in this browser. */
export function LanguageSwitch() {
  const text = useText();
  const { i18n } = useTranslation();
  async function choose(language: Language) {
    await showLanguage(i18n, language);
    rememberLanguage(language);
  }
  return (
    <fieldset className={styles['switch']} aria-label={text('shell.language')}>
      {languages.map(({ code, letters, name }) => (
        <button
          key={code}
          type="button"
          lang={code}
          title={name}
          aria-pressed={i18n.language === code}
          onClick={() => void choose(code)}
        >
          <Flag language={code} />
          {letters}
          <span className="balie-hidden">, {name}</span>
        </button>
      ))}
    </fieldset>
  );
}
