import { Button } from '@mantine/core';
import type { LoginFailure } from '#portal/boot/stored-login.ts';
import { useText } from '#portal/kit/text.ts';
import { LanguageSwitch } from '../shell/language-switch.tsx';
import { Mark } from '../shell/mark.tsx';
import { useVariant } from '../use-variant.ts';
import styles from './signed-out.module.css';

// Codes of OpenID Connect that have a sentence of their own.
const knownCodes = [
  'access_denied',
  'login_required',
  'server_error',
  'temporarily_unavailable',
  'unreachable',
];

/** Why there is no session, and what tries again. */
export type NoSession =
  | {
      readonly kind: 'login-failed' | 'account-unknown';
      readonly failure: LoginFailure;
      readonly retry: () => void;
    }
  | { readonly kind: 'unreachable'; readonly retry: () => void };

/** The texts of each. */
const keys = {
  unreachable: 'unreachable',
  'login-failed': 'loginFailed',
  'account-unknown': 'accountUnknown',
} as const;

/** The shell without a person: after a failed login, or without a connection. Nothing here starts by itself. */
export function SignedOut({ from }: { from: NoSession }) {
  const text = useText();
  const { title } = useVariant();
  const key = keys[from.kind];
  const failure = from.kind === 'unreachable' ? undefined : from.failure;
  return (
    <div className={styles['desk']}>
      <header className={styles['bar']}>
        <span className={styles['brand']}>
          <Mark />
          {title}
        </span>
        <LanguageSwitch />
      </header>
      <main className={styles['sheet']}>
        <div className={styles['center']} role="alert">
          <h1>{text(`shell.${key}.title`)}</h1>
          <p>{from.kind === 'login-failed' ? reasonOf(from.failure.code) : text(`shell.${key}.text`)}</p>
          {failure?.address && <p>{text('shell.accountUnknown.as', { address: failure.address })}</p>}
          {failure && failure.description !== '' && <p>{failure.description}</p>}
          <Button variant="filled" onClick={from.retry}>
            {text(`shell.${key}.retry`)}
          </Button>
        </div>
      </main>
      <footer className={styles['footer']}>{text('shell.tagline')}</footer>
    </div>
  );

  function reasonOf(code: string): string {
    return text(`shell.loginFailed.${knownCodes.includes(code) ? code : 'unknown'}`);
  }
}
