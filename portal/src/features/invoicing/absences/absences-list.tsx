import { IconBeach } from '@tabler/icons-react';
import { absences } from '#contract/invoicing/approval-flows.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useSessionState } from '#portal/kit/data/session.tsx';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { useRecordForm } from '#portal/kit/form/use-record-form.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { type RecordDialogProps, useRecordDialog } from '#portal/kit/list/use-record-dialog.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { useApprovers } from '../approvals/approvals.api.ts';

const columns = columnsFor(
  absences,
  [
    { field: 'fullName', small: 'title' },
    { field: 'substituteName', width: '30%', small: 'line' },
    { field: 'fromDay', width: 130, small: 'line' },
    { field: 'untilDay', width: 130, small: 'end' },
  ],
  'invoicing.absences',
);

/** Who is away, and who approves for them meanwhile (§C13). */
export function AbsencesList() {
  const rows = useRows(absences, {});
  const { list, dialog } = useRecordDialog(
    absences,
    {},
    {
      nameOf: ({ fullName }) => fullName,
      texts: 'invoicing.absences',
      consequence: 'invoicing.absences.consequence',
    },
  );
  return (
    <>
      <ResourceList
        {...rows}
        {...list}
        columns={columns}
        texts="invoicing.absences"
        empty={{ icon: IconBeach }}
      />
      {dialog && <AbsenceDialog {...dialog} />}
    </>
  );
}

function AbsenceDialog({ record, title, onClose }: RecordDialogProps<typeof absences>) {
  const may = usePermission();
  const { user } = useSessionState();
  const mayForOthers = may('fmmodule.absences.create.company');
  const { data: people = [] } = useApprovers(record?.companyId ?? '');
  const options = people.map(({ id, fullName }) => ({ value: id, label: fullName }));
  const empty = { userId: mayForOthers ? '' : user.id, substituteId: '', fromDay: '', untilDay: '' };
  const form = useRecordForm(absences, {}, { record, empty, checksFirst: true, onSaved: onClose });
  return (
    <FormModal form={form} title={title} onClose={onClose}>
      {mayForOthers && (
        <SelectField form={form} name="userId" label="invoicing.absences.fullName" options={options} />
      )}
      <SelectField
        form={form}
        name="substituteId"
        label="invoicing.absences.substituteName"
        hint="invoicing.absences.hint"
        options={options.filter(({ value }) => value !== form.values.userId)}
      />
      <FormRow>
        <DateField form={form} name="fromDay" label="invoicing.absences.fromDay" />
        <DateField form={form} name="untilDay" label="invoicing.absences.untilDay" />
      </FormRow>
    </FormModal>
  );
}
