import { z } from 'zod';
import type {
  CreateInput,
  Draft,
  Parents,
  Rec,
  ResourceDefinition,
  UpdateInput,
} from '#contract/resource.ts';
import { fieldsOf, resourceHooks } from '../data/resource-hooks.ts';
import { useResourceForm, type ResourceForm } from './use-resource-form.ts';

interface RecordFormOptions<R extends ResourceDefinition, T> {
  /** The record that is changed, or null for a new one. */
  readonly record: Rec<R> | null;
  /** What a new one begins with. */
  readonly empty: T;
  /** What the record calls by another name than the form, over the fields that have the same. */
  readonly valuesOf?: (record: Rec<R>) => Partial<T>;
  readonly onSaved: (saved: Rec<R>) => void;
}

/**
 * The form that makes or changes a record. An existing one fills the fields that its update takes; a conflict is shown
 * with what is stored.
 *
 * @example
 * const form = useRecordForm(modules, {}, { record: module, empty: { name: '', code: '' }, onSaved: onClose });
 */
export function useRecordForm<
  const R extends ResourceDefinition,
  T extends Draft<CreateInput<R>> & Draft<UpdateInput<R>>,
>(
  resource: R,
  parents: Parents<R>,
  { record, empty, valuesOf, onSaved }: RecordFormOptions<R, T>,
): ResourceForm<T> {
  // oxlint-disable-next-line react/hooks -- a form is about one resource for as long as it lives
  const { useCreate, useUpdate } = resourceHooks(resource);
  const create = useCreate(parents);
  const update = useUpdate(parents);
  const fill = (of: Rec<R>): T => ({ ...empty, ...fieldsOf(resource.update, of), ...valuesOf?.(of) });
  return useResourceForm({
    initial: record === null ? empty : fill(record),
    save: (values) =>
      record === null
        ? create.mutateAsync(values)
        : update.mutateAsync({ id: String(record['id']), body: values }),
    onSaved,
    fromStored(current) {
      const stored = z.safeParse<R['record']>(resource.record, current);
      return stored.success ? fill(stored.data) : undefined;
    },
  });
}
