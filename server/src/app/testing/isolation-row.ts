import type { TestApp, TestClient } from './app.ts';

/** What the isolation test needs to know of a guarded route. */
export interface IsolationRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  /** The permission without scope; null: any signed-in person, about himself only. */
  readonly permission: string | null;
  /**
   * Makes a record of the other tenant and gives its id, or with more than one in the address the id of each by name;
   * absent where the address names no record.
   */
  readonly foreign?: (
    balie: TestApp,
    theirs: TestClient,
  ) => Promise<string | Readonly<Record<string, string>>>;
  /** Parts of the address that are no ids, by name. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Permissions that it takes besides, so that the answer is about the record. */
  readonly also?: readonly string[];
  /** 404 unless the foreign thing is named in the body, which is a field error. */
  readonly foreignStatus?: number;
  /** A body that passes the schema, so that the answer is about the record. */
  readonly body?: () => { readonly payload: object | string; readonly headers?: Record<string, string> };
}
