import { z } from 'zod';
import type {
  CreateInput,
  Draft,
  Parents,
  Rec,
  ResourceDefinition,
  UpdateInput,
} from '#contract/resource.ts';
import { resourceHooks } from '../data/resource-hooks.ts';
import { useText } from '../text.ts';
import { wrongFields } from './field-text.ts';
import { storedAs, useResourceForm, type ResourceForm } from './use-resource-form.ts';

type Body<R extends ResourceDefinition> = Draft<CreateInput<R>> & Draft<UpdateInput<R>>;

interface RecordFormOptions<R extends ResourceDefinition, T> {
  /** The record that is changed, or null for a new one. */
  readonly record: Rec<R> | null;
  /** What a new one begins with: the fields of the form. */
  readonly empty: T;
  /** What the record holds in another way than the form, beside the fields that are the same. */
  readonly valuesOf?: (record: Rec<R>) => Partial<T>;
  /** What is sent, when it is not the values themselves. */
  readonly bodyOf?: (values: T) => Body<R>;
  /** Finds what the contract's schemas refuse before anything is sent. */
  readonly checksFirst?: boolean;
  /** What is wrong with the values before anything is sent, by field id, where `checksFirst` cannot find it. */
  readonly check?: (values: T) => Readonly<Record<string, readonly string[]>>;
  readonly onSaved: (saved: Rec<R>) => void;
}

/**
 * The form that makes or changes a record. An existing one fills the fields of `empty`, and its version goes along; a
 * conflict is shown with what is stored.
 *
 * @example
 * const form = useRecordForm(modules, {}, { record: module, empty: { name: '', code: '' }, onSaved: onClose });
 */
export function useRecordForm<const R extends ResourceDefinition, T extends object>(
  resource: R,
  parents: Parents<R>,
  options: RecordFormOptions<R, T> & { readonly bodyOf: (values: T) => Body<R> },
): ResourceForm<T>;
export function useRecordForm<const R extends ResourceDefinition, T extends Body<R>>(
  resource: R,
  parents: Parents<R>,
  options: RecordFormOptions<R, T>,
): ResourceForm<T>;
export function useRecordForm<const R extends ResourceDefinition, T extends Body<R>>(
  resource: R,
  parents: Parents<R>,
  {
    record,
    empty,
    valuesOf,
    bodyOf = sameValues,
    checksFirst = false,
    onSaved,
    ...options
  }: RecordFormOptions<R, T>,
): ResourceForm<T> {
  const { useCreate, useUpdate } = resourceHooks(resource);
  // oxlint-disable-next-line react/hooks -- a form is about one resource for as long as it lives
  const create = useCreate(parents);
  // oxlint-disable-next-line react/hooks -- a form is about one resource for as long as it lives
  const update = useUpdate(parents);
  const text = useText();
  const fill = (of: Rec<R>): T => ({ ...empty, ...sharedFields(empty, of), ...valuesOf?.(of) });
  return useResourceForm({
    ...options,
    initial: record === null ? empty : fill(record),
    save: (values) =>
      record === null
        ? create.mutateAsync(bodyOf(values))
        : update.mutateAsync({ id: String(record['id']), body: bodyOf(values) }),
    ...(checksFirst && {
      check: (values: T) =>
        wrongFields(
          text,
          (record === null ? resource.create : resource.update) ?? z.unknown(),
          bodyOf(values),
        ),
    }),
    onSaved,
    fromStored: storedAs<R['record'], T>(resource.record, fill),
  });
}

const sameValues = <T>(values: T): T => values;

function sharedFields(empty: object, record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => name in empty || name === 'rowVersion'),
  );
}
