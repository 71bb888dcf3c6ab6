const letters = { fontFamily: 'var(--mantine-font-family-monospace)' };

/** An IBAN in groups of four, in letters of one width: people compare it digit by digit. */
export function IbanText({ iban }: { readonly iban: string }) {
  return <span style={letters}>{spacedIban(iban)}</span>;
}

/** An IBAN in groups of four. */
export const spacedIban = (iban: string) => iban.replace(/(.{4})(?=.)/g, '$1\u00a0');
