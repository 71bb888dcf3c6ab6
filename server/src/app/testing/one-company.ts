import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { ConnectionSettings } from '#server/platform/db/database.ts';
import { hearSent, type SentStatement } from '#server/platform/db/sent-statements.ts';
import { placements } from '../placement.ts';
import { exceptionOf, type TestRequest } from './several-companies.ts';

/**
 * The rule over every statement that the route tests send (decision 0110): a request of a company's user asks one server,
 * and on a cluster staff lock and write on one, but for what `several-companies.ts` lists. Citus sends a statement to one server
 * where the company stands as a value at each distributed table, and knows that from PostgreSQL's planner; so the planner
 * is asked here, on a single PostgreSQL too: the scan of such a table must have `company_id = $1`, and not
 * `company_id = (that of the row outside)`.
 */
export class OneCompanyRule {
  readonly #found = new Map<string, { readonly request: TestRequest; readonly statement: SentStatement }>();

  /** Runs a request, and keeps the statements that it sends. */
  watch<Answer>(request: TestRequest, ask: () => Answer): Answer {
    return asking.run((statement) => this.#keep(request, statement), ask);
  }

  #keep(request: TestRequest, statement: SentStatement): void {
    const key = `${request.isProvider ? 'staff' : 'company'} ${statement.text}`;
    if (judged.has(key) || this.#found.has(key) || !onRows.test(statement.text)) return;
    this.#found.set(key, { request, statement });
  }

  /** Throws with every statement that breaks it: the request, the tables that lack the company, and the text. */
  async check(owner: ConnectionSettings): Promise<void> {
    const client = new pg.Client(owner);
    await client.connect();
    try {
      const broken: string[] = [];
      const { rows } = await client.query<{ isSpread: boolean }>(
        `select to_regclass('pg_catalog.pg_dist_node') is not null as "isSpread"`,
      );
      const isSpread = rows[0]?.isSpread ?? false;
      for (const [key, { request, statement }] of this.#found) {
        judged.add(key);
        const tables = await (isSpread ? tasksOfSeveral : tablesOfSeveral)(client, statement, request);
        if (tables.length > 0 && exceptionOf(request, statement.text) === undefined)
          broken.push(
            `${request.what}, of ${nameOf(request)}\nlacks the company at: ${tables.join('; ')}\n${statement.text}`,
          );
      }
      if (broken.length > 0) throw new Error(`${advice}\n\n${broken.join('\n\n')}`);
    } finally {
      await client.end();
    }
  }
}

const asking = new AsyncLocalStorage<(statement: SentStatement) => void>();
hearSent((statement) => asking.getStore()?.(statement));

const advice = `Statements that ask several companies at once (decision 0110).
Where a company's user asks: give each table \`company_id = <the company>\` as a value, also in a subquery; a text
\`x.company_id = outer.company_id\` in a statement of \`ctx.db\`, \`ctx.transaction\` or \`scopedStatement\` gets it by itself.
Where staff lock or write: find the company first (\`narrowToRow\`). Else say why in several-companies.ts.`;

const nameOf = ({ isProvider }: TestRequest): string => (isProvider ? 'staff' : "a company's user");

// Of this process: files share what was found to be right.
const judged = new Set<string>();

const placed: Readonly<Record<string, string>> = placements;
const onRows = /^\s*(with|select|insert|update|delete|declare)\b/i;
const cursor = /^\s*declare \w+ no scroll cursor for /i;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly PlanNode[];
}

/** The distributed tables that a statement of a company's user scans without a value for the company. */
async function tablesOfSeveral(
  client: pg.Client,
  { text, values }: SentStatement,
  { isProvider }: TestRequest,
): Promise<string[]> {
  // Their locks are narrowed to a company where the database is spread, at the price of a look before.
  if (isProvider) return [];
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
    `explain (generic_plan, verbose, format json) ${text.replace(cursor, '')}`,
  );
  const nodes = (rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => [...nodesOf(Plan)]);
  return nodes.filter(isDistributedScan).flatMap((node) => {
    const conditions = [node['Index Cond'], node['Recheck Cond'], node.Filter]
      .filter((one) => one !== undefined)
      .join(' and ');
    const isOne =
      one.test(conditions) ||
      [...conditions.matchAll(oneOf)].some(([, number]) => isSingle(values[Number(number) - 1]));
    return isOne ? [] : [`${node['Relation Name']} ${node.Alias} ${conditions}`];
  });
}

/** The same as Citus says it itself: into how many tasks it divides a statement; of staff one that writes or locks. */
async function tasksOfSeveral(
  client: pg.Client,
  { text, values }: SentStatement,
  { isProvider }: TestRequest,
): Promise<string[]> {
  if (isProvider && !writes.test(text)) return [];
  const rows = await client
    .query<{ 'QUERY PLAN': unknown }>({
      text: `explain (format json) ${text.replace(cursor, '')}`,
      values: [...values],
    })
    .then(({ rows: plan }) => plan)
    .catch((error: Error) => {
      // It executes an insert of what a query gives, and does not explain it with parameters.
      if (error.message === 'could not create distributed plan' && /\binsert into\b/i.test(text)) return [];
      throw error;
    });
  const counts = [...JSON.stringify(rows).matchAll(/"Task Count":(\d+)/g)].map(([, count]) => Number(count));
  return counts.filter((count) => count > 1).map((count) => `${count} tasks`);
}

const writes = /\b(update|delete from|for update|for share)\b/i;

// Whose company it is, is what the isolation test looks at.
const one = /\bcompany_id = (?:\$\d+|'[0-9a-f-]{36}'::uuid)/;
const oneOf = /\bcompany_id = ANY \(\$(\d+)/g;
const isSingle = (value: unknown): boolean => Array.isArray(value) && value.length <= 1;

const isDistributedScan = (node: PlanNode): boolean =>
  node['Node Type'] !== 'ModifyTable' && placed[node['Relation Name'] ?? ''] === 'distributed';

function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const each of node.Plans ?? []) yield* nodesOf(each);
}
