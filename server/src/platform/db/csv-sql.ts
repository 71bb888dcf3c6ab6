import { type Expression, type RawBuilder, sql } from 'kysely';

// The same texts as `csvCell` guards and quotes.
const formula = String.raw`^[\t\r\n]*[-=+@\t\r＝＋－＠]`;
const quoted = String.raw`[;"\r\n]`;

/**
 * A text as one cell of a CSV for Dutch Excel, exactly as `csvPieces` writes it: no formula that runs, quoted where it must
 * be. For files so long that taking every row apart and putting it together again would fill the memory with what is left
 * over (decision 0031).
 */
export function csvCellSql(text: Expression<string>): RawBuilder<string> {
  const guarded = sql`case when ${text} ~ ${sql.lit(formula)} then '''' || ${text} else ${text} end`;
  return sql<string>`case when ${text} ~ ${sql.lit(quoted)} then '"' || replace(${guarded}, '"', '""') || '"' else ${guarded} end`;
}

/** Cells, each a text that is not null, as one line of a CSV with its end. */
export function csvLineSql(cells: readonly Expression<string>[]): RawBuilder<string> {
  return sql<string>`(${sql.join(cells, sql` || ';' || `)} || E'\r\n')`;
}
