/** A request of a test: what it asks, as `PUT /api/…`, and whether somebody of the provider does. */
export interface TestRequest {
  readonly what: string;
  readonly isProvider: boolean;
}

/** Work that asks several companies at once, or a statement that a spread database never gets. */
interface Exception {
  /** Of which requests of the tests, as `PUT /api/comceptum/workorders/…`. */
  readonly request: RegExp;
  /** What the text of the statement contains. */
  readonly text: string;
  readonly why: string;
  /** How much one transaction may hold. */
  readonly largest: string;
  /** In which order it locks, so that two never wait in a circle. */
  readonly locks: string;
}

/**
 * Whatever else staff do with several companies only reads: lists, counts and exports, each statement by itself, without a
 * lock. Jobs are in docs/scale.md.
 */
const exceptions: readonly Exception[] = [
  {
    request: /comceptum\/(workorders|orderlines)/,
    text: 'as materialized (',
    why: 'one statement that writes several tables, for a single PostgreSQL only: the company is that of the row it found',
    largest: 'one order',
    locks: 'the order',
  },
  {
    request: /fm\/billing-runs/,
    text: 'delete from "draft_invoices" where "run_id" = $1',
    why: 'the figures of a run are those of all its companies, and counted anew as a whole',
    largest: 'the drafts of one run',
    locks: 'the run',
  },
  {
    request: /users\/[^/]+\/erase/,
    text: 'update ',
    why: 'somebody of the provider worked in the companies of all customers, and is erased in all of them',
    largest: 'all lines of one person',
    locks: 'the seals of all companies, by id',
  },
];

/** Why a request may send this statement, or undefined. */
export const exceptionOf = ({ what }: TestRequest, text: string): string | undefined =>
  exceptions.find((one) => one.request.test(what) && text.includes(one.text))?.why;
