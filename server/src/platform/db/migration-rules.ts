import { statementsOf } from './sql-statements.ts';

/** From this migration on the previous version must be able to work beside the schema (decision 0172). */
export const firstRuled = '0420';

/**
 * What servers must know to work beside a migration: nothing (null), or the migration that this one names with
 * `-- needs: NNNN_name.sql`. Those from before the rules need themselves.
 */
export function neededBy(name: string, sql: string): string | null {
  if (name < firstRuled) return name;
  return /^-- needs: (\S+)$/m.exec(sql)?.[1] ?? null;
}

const identifier = '(?:"[^"]+"|[a-z_][a-z0-9_.]*)';
const inAlter = new RegExp(`^alter table (?:if exists )?(?:only )?(${identifier})`);
const newColumn = new RegExp(
  `add (?:column )?(?:if not exists )?(?!constraint|unique|check|primary|foreign|exclude)(${identifier}) `,
  'g',
);

/**
 * Why the previous version could not work beside a migration, one sentence each; empty when it can. New tables and
 * columns may have any rules; what was there may only be widened.
 */
export function obstaclesOf(sql: string): string[] {
  const statements = statementsOf(sql).map((statement) =>
    statement
      .replaceAll(/--[^\n]*/g, ' ')
      .replaceAll(/'(?:[^']|'')*'/g, "''")
      .replaceAll(/\s+/g, ' ')
      .trim()
      .toLowerCase(),
  );
  const tables = new Set(
    statements.flatMap((each) =>
      [...each.matchAll(new RegExp(`^create table (?:if not exists )?(${identifier})`, 'g'))].map(
        ([, name]) => name,
      ),
    ),
  );
  const columns = new Set(
    statements
      .filter((each) => inAlter.test(each))
      .flatMap((each) => [...each.matchAll(newColumn)].map(([, name]) => name)),
  );
  return statements.flatMap((statement) => {
    const table = inAlter.exec(statement)?.[1] ?? / on (?:only )?([a-z_][a-z0-9_.]*)/.exec(statement)?.[1];
    if (table !== undefined && tables.has(table)) return [];
    return actionsOf(statement).flatMap((action) => obstacleOf(action, columns) ?? []);
  });
}

// The actions of one `alter table`, which commas outside brackets separate.
function actionsOf(statement: string): string[] {
  if (!inAlter.test(statement)) return [statement];
  const actions: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < statement.length; at += 1) {
    if (statement[at] === '(') depth += 1;
    if (statement[at] === ')') depth -= 1;
    if (statement[at] !== ',' || depth > 0) continue;
    actions.push(statement.slice(from, at).trim());
    from = at + 1;
  }
  return [...actions, statement.slice(from).trim()].map((action) => action.replace(inAlter, '').trim());
}

function obstacleOf(action: string, newColumns: ReadonlySet<string | undefined>): string | null {
  const namesNewColumn = [...newColumns].some(
    (name) => name !== undefined && new RegExp(`\\b${name.replaceAll(/[^a-z0-9_]/g, '')}\\b`).test(action),
  );
  if (/^drop (?!index|constraint|not null)/.test(action) && !/^drop (?:trigger|policy)/.test(action))
    return `drops something that the previous version may use: ${action}`;
  if (/^(?:alter \S+ \S+ )?rename\b|^alter .* rename (?:to|column)\b/.test(action))
    return `renames something: ${action}`;
  if (/^alter (?:column )?\S+ (?:set data )?type\b/.test(action)) return `changes a type: ${action}`;
  if (/^alter (?:column )?\S+ set not null/.test(action)) return `requires a value: ${action}`;
  if (/^alter (?:column )?\S+ drop default/.test(action)) return `takes a default away: ${action}`;
  if (
    /^add (?:column )?/.test(action) &&
    /\bnot null\b/.test(action) &&
    !/\bdefault\b|\bgenerated\b/.test(action) &&
    !isConstraint(action)
  )
    return `adds a column that the previous version does not fill: ${action}`;
  if (isConstraint(action) && !namesNewColumn) return `holds old columns against a new rule: ${action}`;
  if (action.startsWith('create unique index') && !namesNewColumn)
    return `makes old columns unique: ${action}`;
  return null;
}

function isConstraint(action: string): boolean {
  return /^add (?:constraint \S+ )?(?:unique|check|primary key|foreign key|exclude)\b/.test(action);
}
