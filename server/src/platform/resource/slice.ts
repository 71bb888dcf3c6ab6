import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { SearchHit } from '#contract/core/search.ts';
import type { Rec, ResourceDefinition } from '#contract/resource.ts';
import type { Context, Services } from '../context.ts';
import { type Scope, within } from '../auth/scope.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Tables } from '../db/schema.ts';
import { type ExportSource, mountExport } from '../http/mount-export.ts';
import { mountResource, type ResourceService } from '../http/mount-resource.ts';
import { companyIdOf } from './audit.ts';
import type { LinksOfSlice } from './record-links.ts';
import { type TrashKind, trashKind, type TrashOptions } from './trash.ts';

/** `'none'` says that a resource has no history, trash or export: leaving the option out does not compile. */
export type OrNone<T> = T | 'none';

/** How the history of a record is found. */
export interface HistoryOptions {
  /** The company that the history stands under, when the record is within the context's scope. */
  readonly companyOf: (ctx: Context, id: string) => Promise<string | undefined>;
  /** Fields that this caller may not know; they are left out of every line. */
  readonly hidden?: (ctx: Context) => readonly string[];
  /** Present where the history of another record tells of this one too. */
  readonly partOf?: HistoryOwner;
}

/** The record whose history tells of its parts. */
export interface HistoryOwner {
  readonly entity: string;
  /** The parts that the context's scope reaches, deleted ones among them, as people call them. */
  readonly find: (
    ctx: Context,
    owner: { readonly companyId: string; readonly id: string },
  ) => Promise<readonly { readonly id: string; readonly name: string }[]>;
}

/** How notes and attachments hang on a record (§B9). */
export interface OwnerOptions {
  /** The company of the record, when it is within the context's scope. */
  readonly companyOf: (ctx: Context, id: string) => Promise<string | undefined>;
  /** Runs when a file is added, in the same transaction. */
  readonly onAttached?: (tx: Tx, ctx: Context, attachment: Attached) => Promise<void>;
}

/** A file that was added to a record. */
export interface Attached {
  readonly id: string;
  readonly entityId: string;
  readonly companyId: string;
}

/** How the global search finds a record. */
export interface SearchOptions {
  /** Where its hits stand in the answer: low ranks first. */
  readonly rank: number;
  /** At most `max` hits; every word occurs in some searched column (§B4). The context has the scope of `read`. */
  readonly find: (ctx: Context, words: readonly string[], max: number) => Promise<readonly FoundRecord[]>;
}

/** A record that was found; with its company, whoever sees several companies is told whose it is. */
export type FoundRecord = Omit<SearchHit, 'kind'> & { readonly companyId?: string };

/**
 * Everything that the server has to know of a resource, in one place. `history`, `trash` and `exports` have to be given,
 * if only as `'none'`; the other parts are optional, and nothing says so when one was forgotten.
 */
export interface SliceOptions<R extends ResourceDefinition, ExportRow> extends LinksOfSlice {
  readonly resource: R;
  readonly service: ResourceService<R>;
  /** Prepares a scope of their own for the verbs: an error handler, or a setting of all routes. */
  readonly prepare?: (scope: FastifyInstance) => void;
  /** Mounts the resource's other routes, such as its business verbs. */
  readonly routes?: (app: FastifyInstance, services: Services) => void;
  /** Largest body of a create or update, in bytes; the server's limit if absent. */
  readonly bodyLimit?: number;
  /** Reading takes `{permission}.read`. */
  readonly history: OrNone<HistoryOptions>;
  /** Seeing it in the trash takes `{permission}.read`, restoring it `{permission}.create`. */
  readonly trash: OrNone<TrashOptions>;
  readonly exports: OrNone<ExportSource<ExportRow>>;
  /** Present if notes and attachments hang on it. */
  readonly owner?: OwnerOptions;
  /** Present if the global search finds it. */
  readonly search?: SearchOptions;
}

/** A kind of record, with the permission name of its resource. */
type Named<Options> = Options & { readonly entity: string };
/** A kind of record that has a history. */
export type HistoryKind = Named<HistoryOptions>;
/** A kind of record that notes and attachments hang on. */
export type OwnerKind = Named<OwnerOptions>;
/** A kind of record that the global search finds. */
export type SearchKind = Named<SearchOptions>;

/** A resource as the server registers it: plain data, made by `slice`. */
export interface Slice {
  readonly resource: ResourceDefinition;
  /** Mounts the verbs of the service, and the export beside its list. */
  readonly mount: (app: FastifyInstance, services: Services) => void;
  readonly history: HistoryKind | null;
  readonly trash: TrashKind | null;
  readonly owner: OwnerKind | null;
  readonly search: SearchKind | null;
  readonly links: LinksOfSlice;
}

/**
 * Describes a resource once. Areas export their slices as a list, `app` folds the lists.
 *
 * @example
 * export const moduleSlice = slice({
 *   resource: modules, service: modulesService,
 *   history: { companyOf }, trash: { table: 'modules', name: sql`name`, company: null }, exports: 'none',
 * });
 */
export function slice<R extends ResourceDefinition, ExportRow = Rec<R>>(
  options: SliceOptions<R, ExportRow>,
): Slice {
  const { resource, service, prepare, routes, bodyLimit, history, trash, exports, owner, search } = options;
  const entity = resource.permission;
  return {
    resource,
    mount(app, services) {
      const limits = bodyLimit === undefined ? {} : { bodyLimit };
      if (!prepare) mountResource(app, services, resource, service, limits);
      else {
        void app.register(async (scope) => {
          prepare(scope);
          mountResource(scope, services, resource, service, limits);
        });
      }
      routes?.(app, services);
      if (exports !== 'none') mountExport(app, services, resource, exports);
    },
    history: history === 'none' ? null : { entity, ...history },
    trash: trash === 'none' ? null : trashKind(resource, trash),
    owner: owner ? { entity, ...owner } : null,
    search: search ? { entity, ...search } : null,
    links: options,
  };
}

/** The history of records that `findById` finds within the scope; it stands under no company where they have none. */
export function historyBy(
  findById: (db: Db, scope: Scope, id: string) => Promise<object | undefined>,
): HistoryOptions {
  return {
    async companyOf({ db, scope }, id) {
      const found = await findById(db, scope, id);
      return found && companyIdOf(found);
    },
  };
}

/** The history of the records of one table of tenants, by id alone: the address of a history names no parent. */
export function historyInTable(table: keyof Tables, partOf?: HistoryOwner): HistoryOptions {
  return {
    ...(partOf && { partOf }),
    async companyOf({ db, scope }, id) {
      const { rows } = await sql<{ company_id: string }>`select company_id from ${sql.table(table)}
        where id = ${id} and deleted_at is null and ${within(scope, `${table}.company_id`)}`.execute(db);
      return rows[0]?.company_id;
    },
  };
}

/** The given part of all slices that have it, in their order. */
export function partsOf<Part extends 'history' | 'trash' | 'owner' | 'search'>(
  slices: readonly Slice[],
  part: Part,
): NonNullable<Slice[Part]>[] {
  return slices.flatMap((one) => one[part] ?? []);
}
