import {
  type KyselyPlugin,
  OperationNodeTransformer,
  type OperationNode,
  RawNode,
  ReferenceNode,
  ValueNode,
} from 'kysely';
import type { Scope } from '../auth/scope.ts';
import type { Db } from './database.ts';

/**
 * The same database for statements whose rows all belong to one company. PostgreSQL carries `o.company_id = $1` over joins,
 * and not into subqueries that name the company of the row outside; where companies are spread over servers such a
 * subquery asks all of them. So the company is said there too: `l.company_id = o.company_id` becomes
 * `(l.company_id = o.company_id and l.company_id = $2)`, which finds no row that it did not find before (decision 0110).
 *
 * @param companyId a value, or the slot of a `statement`
 */
export function inOneCompany(db: Db, companyId: string): Db {
  return db.withPlugin(pluginOf(companyId));
}

/** The same for a scope of one company; that of all companies leaves the database as it is. */
export function inCompanyOfScope(db: Db, scope: Scope): Db {
  return scope.reach === 'system' ? db : inOneCompany(db, scope.companyId);
}

const plugins = new Map<string, KyselyPlugin>();
const maxPlugins = 1000;

// Of each company one, since most requests are of companies that were here before.
function pluginOf(companyId: string): KyselyPlugin {
  const known = plugins.get(companyId);
  if (known) return known;
  if (plugins.size >= maxPlugins) plugins.clear();
  const naming = new CompanyNaming(companyId);
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) =>
      namesRowOutside(node) ? naming.transformNode(node, queryId) : node,
    transformResult: async ({ result }) => result,
  };
  plugins.set(companyId, plugin);
  return plugin;
}

// Not what was told already: a query within a query comes by twice.
const outside = /\b(\w+)\.company_id = (?:\w+\.company_id|companies\.id)\b(?! and \1\.company_id = $)/;

// The same with the row outside as a reference (`sql.ref`), which stands behind the text.
const outsideBehind = /\b(\w+)\.company_id = $/;

/** The table inside that is compared with the company of the row outside, which is the parameter behind this fragment. */
function insideOf({ sqlFragments, parameters }: RawNode, index: number): string | undefined {
  const inside = outsideBehind.exec(sqlFragments[index] ?? '')?.[1];
  const isTold = sqlFragments[index + 1]?.startsWith(` and ${inside}.company_id = `) === true;
  return isTold || !isCompany(parameters[index]) ? undefined : inside;
}

function isCompany(node: OperationNode | undefined): boolean {
  if (node === undefined) return false;
  // `sql.ref` is a text with nothing but the reference.
  if (RawNode.is(node)) return node.sqlFragments.join('') === '' && isCompany(node.parameters[0]);
  return ReferenceNode.is(node) && 'column' in node.column && node.column.column.name === 'company_id';
}

// A look first: most statements need no change, and copying one costs more than reading it.
function namesRowOutside(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(namesRowOutside);
  if (typeof node === 'string') return outside.test(node);
  if (typeof node !== 'object' || node === null || isValue(node)) return false;
  if (isRaw(node) && node.sqlFragments.some((_, index) => insideOf(node, index) !== undefined)) return true;
  return Object.values(node).some(namesRowOutside);
}

const isRaw = (node: object): node is RawNode => 'kind' in node && node.kind === 'RawNode';
const isValue = (node: object): boolean =>
  'kind' in node && (node.kind === 'ValueNode' || node.kind === 'PrimitiveValueListNode');

class CompanyNaming extends OperationNodeTransformer {
  readonly #company: OperationNode;

  constructor(companyId: string) {
    super();
    this.#company = ValueNode.create(companyId);
  }

  protected override transformRaw(node: RawNode): RawNode {
    const raw = super.transformRaw(node);
    const { sqlFragments, parameters } = raw;
    const [texts, values]: [string[], OperationNode[]] = [[], []];
    let before = '';
    for (const [index, fragment] of sqlFragments.entries()) {
      let rest = `${before}${fragment}`;
      before = '';
      for (let found = outside.exec(rest); found; found = outside.exec(rest)) {
        const [condition, inner = ''] = found;
        texts.push(`${rest.slice(0, found.index)}(${condition} and ${inner}.company_id = `);
        values.push(this.#company);
        rest = `)${rest.slice(found.index + condition.length)}`;
      }
      const parameter = parameters[index];
      const inside = insideOf(raw, index);
      if (inside === undefined || !parameter) {
        texts.push(rest);
        if (parameter) values.push(parameter);
      } else {
        texts.push(rest.replace(outsideBehind, '($&'), ` and ${inside}.company_id = `);
        values.push(parameter, this.#company);
        before = ')';
      }
    }
    return RawNode.create(texts, values);
  }
}
