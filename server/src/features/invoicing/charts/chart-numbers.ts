import type { chartKinds, chartRoles, importStates } from '#contract/invoicing/charts.ts';

/** What an entry of a chart is, as a number in the database. */
export const EntryKind = {
  account: 0,
  costcenter: 1,
  costUnit: 2,
  journal: 3,
} as const satisfies Record<(typeof chartKinds)[number], number>;

/** What an account or journal is for, as a number in the database. */
export const EntryRole = {
  none: 0,
  creditors: 1,
  vatToReclaim: 2,
  vatToPay: 3,
  differences: 4,
  purchases: 5,
} as const satisfies Record<(typeof chartRoles)[number], number>;

/** How far an import is, as a number in the database. */
export const ImportNumber = {
  waiting: 0,
  running: 1,
  done: 2,
  refused: 3,
} as const satisfies Record<(typeof importStates)[number], number>;
