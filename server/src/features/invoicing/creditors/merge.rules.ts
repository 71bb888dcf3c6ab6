import { AccountStateNumber } from '../state-numbers.ts';

/** An account of one of the two creditors, as it is stored. */
export interface MergedAccount {
  readonly id: string;
  readonly iban: string;
  /** The number of its state. */
  readonly state: number;
}

/** What a merge does with the accounts of both. */
export interface AccountMoves {
  /** Accounts of the one that goes, which the other gets. */
  readonly moved: readonly string[];
  /** Accounts that both had: those of the one that goes are set aside. */
  readonly setAside: readonly string[];
  /** States that change, with what they were. */
  readonly states: readonly { readonly id: string; readonly before: number; readonly after: number }[];
}

const { seen, blocked } = AccountStateNumber;

/**
 * Accounts of both stay unconfirmed unless both had them: what one of them trusted says nothing of the other. One that
 * was blocked stays so.
 */
export function mergeAccounts(
  staying: readonly MergedAccount[],
  going: readonly MergedAccount[],
): AccountMoves {
  const twinOf = (account: MergedAccount, among: readonly MergedAccount[]) =>
    among.find(({ iban }) => iban === account.iban);
  const setAside = going.filter((account) => twinOf(account, staying));
  const moved = going.filter((account) => !twinOf(account, staying));
  const alone = [...moved, ...staying.filter((account) => !twinOf(account, going))];
  const shared = staying.flatMap((account) => {
    const twin = twinOf(account, going);
    return twin ? [{ account, after: together(account.state, twin.state) }] : [];
  });
  const changes = [
    ...alone.map((account) => ({ account, after: account.state === blocked ? blocked : seen })),
    ...shared,
  ];
  return {
    moved: moved.map(({ id }) => id),
    setAside: setAside.map(({ id }) => id),
    states: changes
      .filter(({ account, after }) => account.state !== after)
      .map(({ account, after }) => ({ id: account.id, before: account.state, after })),
  };
}

const together = (one: number, other: number) =>
  one === blocked || other === blocked ? blocked : Math.min(one, other);
