import { type KyselyPlugin, OperationNodeTransformer, type OperationNode, RawNode, ValueNode } from 'kysely';
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

// A look first: most statements need no change, and copying one costs more than reading it.
function namesRowOutside(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(namesRowOutside);
  if (typeof node === 'string') return outside.test(node);
  if (typeof node !== 'object' || node === null || isValue(node)) return false;
  return Object.values(node).some(namesRowOutside);
}

const isValue = (node: object): boolean =>
  'kind' in node && (node.kind === 'ValueNode' || node.kind === 'PrimitiveValueListNode');

class CompanyNaming extends OperationNodeTransformer {
  readonly #company: OperationNode;

  constructor(companyId: string) {
    super();
    this.#company = ValueNode.create(companyId);
  }

  protected override transformRaw(node: RawNode): RawNode {
    const { sqlFragments, parameters } = super.transformRaw(node);
    const [texts, values]: [string[], OperationNode[]] = [[], []];
    for (const [index, fragment] of sqlFragments.entries()) {
      let rest = fragment;
      for (let found = outside.exec(rest); found; found = outside.exec(rest)) {
        const [condition, inner = ''] = found;
        texts.push(`${rest.slice(0, found.index)}(${condition} and ${inner}.company_id = `);
        values.push(this.#company);
        rest = `)${rest.slice(found.index + condition.length)}`;
      }
      texts.push(rest);
      const parameter = parameters[index];
      if (parameter) values.push(parameter);
    }
    return RawNode.create(texts, values);
  }
}
