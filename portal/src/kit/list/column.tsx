import type { ReactNode } from 'react';
import type { FieldType, ResourceDefinition, Row } from '#contract/resource.ts';
import { DateText } from '../format/date-text.tsx';
import { YesNo } from '../format/yes-no.tsx';

/** One column of a table. */
export interface Column<R> {
  /** Wire path of the field, `administration/name`: the name by which the server sorts. */
  readonly field: string;
  /** Text key of the head; an empty text for columns that need none, such as actions. */
  readonly label: string;
  readonly render: (row: R) => ReactNode;
  readonly sortable?: boolean;
  /** Numbers stand right, and so does their head. */
  readonly align?: 'left' | 'right';
  /** Pixels, or a share such as `30%`; columns without one share the rest. */
  readonly width?: number | string;
  /**
   * Where the value stands under 992: `title` and `end` on the first line of the row, `line` on the second;
   * absent leaves it out. `true` lets the table choose: the first one is the title, one that stands right the end.
   */
  readonly small?: boolean | 'title' | 'end' | 'line';
  /** Draws the value in a row of two lines, where it differs: a word instead of a chip, or nothing. */
  readonly renderSmall?: (row: R) => ReactNode;
  /** Only shown once a person asks for it. */
  readonly isExtra?: boolean;
  /** The name people know the row by: darker and firmer, and the place of the row's link. */
  readonly isMain?: boolean;
}

type FieldOf<R extends ResourceDefinition> = Extract<keyof Row<R>, string>;
type ColumnWish<R extends ResourceDefinition> =
  | FieldOf<R>
  | ({ readonly field: string } & Partial<Omit<Column<Row<R>>, 'field'>>);

/**
 * Columns for fields of a resource: head, sorting, alignment and drawing follow the field's type; whatever a column
 * names itself wins. Heads are text keys `{area}.{resource}.{field}`, from the resource's path unless named.
 *
 * @example
 * const columns = columnsFor(companies, ['name', 'domainName', { field: 'active', width: 110 }]);
 */
export function columnsFor<const R extends ResourceDefinition>(
  resource: R,
  wishes: readonly ColumnWish<R>[],
  labelStart = textsOf(resource),
): readonly Column<Row<R>>[] {
  return wishes.map((wish, index) => {
    const own = typeof wish === 'string' ? { field: wish } : wish;
    const declared = resource.fields[own.field];
    const type = typeof declared === 'string' ? declared : undefined;
    return {
      label: `${labelStart}.${own.field.replaceAll('/', '.')}`,
      sortable: type !== undefined,
      align: type === 'number' ? 'right' : 'left',
      isMain: index === 0,
      render: (row: Row<R>) => <FieldValue value={valueAt(row, own.field)} type={type} />,
      ...own,
    } satisfies Column<Row<R>>;
  });
}

/** Where the texts of a resource stand, by its path: `core.contactPersons`. */
export function textsOf(resource: ResourceDefinition): string {
  const parts = resource.path.split('/').filter((part) => !part.startsWith('{'));
  return `${parts[0]}.${parts.at(-1)?.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
}

/** The value at a wire path of a row: `creditor/name`. */
function valueAt(row: unknown, path: string): unknown {
  let value = row;
  for (const part of path.split('/')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}

function FieldValue({ value, type }: { value: unknown; type: FieldType | undefined }) {
  if (typeof value === 'boolean') return <YesNo value={value} />;
  if (value === null || value === undefined || value === '') return <span className="balie-empty">–</span>;
  if ((type === 'day' || type === 'instant') && typeof value === 'string') return <DateText value={value} />;
  if (typeof value === 'number') return <span className="balie-number">{value}</span>;
  return typeof value === 'string' ? value : null;
}
