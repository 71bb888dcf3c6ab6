import type { TestApp, TestClient } from './app.ts';

/** Makes a record of another tenant. Gives its id, or where its address has more parts the value of each by name. */
export type BuildForeign = (
  app: TestApp,
  theirs: TestClient,
) => Promise<string | Readonly<Record<string, string>>>;

/** A body with headers of its own, such as a form. */
export interface SentBody {
  readonly payload: object | string;
  readonly headers: Record<string, string>;
}

/** What the isolation test has to know of the routes of an area, and they cannot say themselves. */
export interface Isolation {
  /** Makes the record that an address names, by the address up to and including the record's id. */
  readonly foreign?: Readonly<Record<string, BuildForeign>>;
  /**
   * Bodies that pass the schema, by the address without a final `/:id`: create and update share one. Routes whose schema
   * takes `{}` need none.
   */
  readonly bodies?: Readonly<Record<string, object | (() => SentBody)>>;
  /** Parts of an address that are no ids, by name. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Permissions that a route takes besides its own, by its permission or the start of it. */
  readonly also?: Readonly<Record<string, readonly string[]>>;
  /** Permissions, or the start of them, whose routes refuse other tenants with 403 before they read a record; and why. */
  readonly refused?: Readonly<Record<string, string>>;
  /** Addresses that take no permission, and why. */
  readonly personal?: Readonly<Record<string, string>>;
  /** POST routes that change nothing, so that a permission to read suffices; and why they are no GET. */
  readonly readByPost?: Readonly<Record<string, string>>;
  /** Routes that take no token, as `GET /address`; each has tests of its own for wrong, expired and foreign secrets. */
  readonly publicRoutes?: readonly string[];
}
