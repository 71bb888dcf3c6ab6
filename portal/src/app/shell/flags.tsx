import type { Language } from '#contract/problem.ts';

/** The flag beside a language's letters; it says nothing that they do not. */
export function Flag({ language }: { language: Language }) {
  return (
    <svg viewBox="0 0 18 12" width="18" height="12" aria-hidden="true" focusable="false">
      {language === 'nl' ? <Netherlands /> : <UnitedKingdom />}
    </svg>
  );
}

function Netherlands() {
  return (
    <>
      <path fill="#ae1c28" d="M0 0h18v4H0z" />
      <path fill="#fff" d="M0 4h18v4H0z" />
      <path fill="#21468b" d="M0 8h18v4H0z" />
    </>
  );
}

function UnitedKingdom() {
  return (
    <>
      <path fill="#012169" d="M0 0h18v12H0z" />
      <path stroke="#fff" strokeWidth="2.4" d="m0 0 18 12M18 0 0 12" />
      <path stroke="#c8102e" strokeWidth="1.2" d="m0 0 18 12M18 0 0 12" />
      <path fill="#fff" d="M7 0h4v12H7zM0 4h18v4H0z" />
      <path fill="#c8102e" d="M7.8 0h2.4v12H7.8zM0 4.8h18v2.4H0z" />
    </>
  );
}
