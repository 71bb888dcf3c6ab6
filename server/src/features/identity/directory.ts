import type { Language } from '#contract/problem.ts';
import type { Db } from '#server/platform/db/database.ts';

/** A user as sign-in sees them. */
export interface Account {
  readonly userId: string;
  readonly companyId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isActive: boolean;
  readonly isCompanyActive: boolean;
  /** Of the provider's own company: never signed in by a customer's directory. */
  readonly isProvider: boolean;
  /** Raised when every session and token of the user must end. */
  readonly sessionEpoch: number;
  /** From which day the company asks for a second factor; null: never. */
  readonly secondFactorFrom: string | null;
  /** The language of the user; null until a portal sent it. */
  readonly language: Language | null;
}

/**
 * Who the users are. Sign-in may not look into the area that keeps them, so `app` hands this over. Deleted users
 * are not found.
 */
export interface AccountDirectory {
  /** By e-mail, in whatever case (§A12). */
  findByEmail(email: string): Promise<Account | null>;
  findById(userId: string): Promise<Account | null>;
  /** Ends every session and token of a user, in the caller's transaction; answers the epoch from now on. */
  endSessions(tx: Db, userId: string): Promise<number>;
  /** Stores the language of a user, for their mails. */
  saveLanguage(userId: string, language: Language): Promise<void>;
  /** From which day a company asks for a second factor; null: never. */
  secondFactorFrom(companyId: string): Promise<string | null>;
  /** Makes a user a member of the groups that these values of the company's directory stand for, and of no other of them. */
  followGroups(userId: string, values: readonly string[]): Promise<void>;
  /** The effective set (§A3). */
  permissionsOf(userId: string): Promise<readonly string[]>;
}

/** Programs that get access tokens with a secret of their own; `app` hands them over, as it does the users. */
export interface ProgramDirectory {
  /** Whether there is a program of this id with a secret that works. */
  exists(clientId: string): Promise<boolean>;
  /** The id of the secret, or null when it is not the program's or has ended. */
  findSecret(clientId: string, secret: string): Promise<string | null>;
}

/** Whether the account may sign in and stay signed in (§A8). */
export function mayEnter(account: Account): boolean {
  return account.isActive && account.isCompanyActive;
}

/** First and last name, as people read it. */
export function fullName(account: Account): string {
  return [account.firstName, account.lastName].filter((part) => part !== '').join(' ');
}
