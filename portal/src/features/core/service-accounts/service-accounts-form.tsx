import { administrations } from '#contract/core/administrations.ts';
import { serviceAccounts } from '#contract/core/service-accounts.ts';
import { approvalOfPrograms, isForPrograms } from '#contract/permissions.ts';
import type { Rec } from '#contract/resource.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { YesNoField } from '#portal/kit/form/choice-field.tsx';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { FormColumn, FormColumns, FormRow } from '#portal/kit/form/form-row.tsx';
import { MultiPicker } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useRecordForm } from '#portal/kit/form/use-record-form.ts';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { RightsField } from '../rights/rights-field.tsx';
import type { ServiceAccount, ServiceAccountRow } from './use-service-accounts.ts';

interface Values {
  readonly name: string;
  readonly active: boolean;
  readonly validUntil: string | null;
  readonly permissionIds: readonly string[];
  readonly mayApprove: boolean;
  readonly administrationIds: readonly string[];
  /** One address or network a line. */
  readonly addresses: string;
}

const empty: Values = {
  name: '',
  active: true,
  validUntil: null,
  permissionIds: [],
  mayApprove: false,
  administrationIds: [],
  addresses: '',
};

const valuesOf = ({ permissions, addresses }: ServiceAccountRow): Partial<Values> => ({
  permissionIds: permissions,
  addresses: addresses.join('\n'),
});

const bodyOf = ({ addresses, permissionIds, administrationIds, ...values }: Values) => ({
  ...values,
  permissionIds: [...permissionIds],
  administrationIds: [...administrationIds],
  addresses: addresses.split(/[\s,]+/).filter((address) => address !== ''),
});

const maxAdministrations = 250;

interface FormProps {
  readonly companyId: string;
  /** The one that is changed, or null for a new one. */
  readonly account: Rec<typeof serviceAccounts> | null;
  readonly onClose: () => void;
  readonly onSaved: (account: ServiceAccount) => void;
}

/** Name, end, addresses, administrations and rights of a program. */
export function ServiceAccountsForm({ companyId, account, onClose, onSaved }: FormProps) {
  const text = useText();
  const form = useRecordForm(
    serviceAccounts,
    { companyId },
    {
      record: account,
      empty,
      valuesOf,
      bodyOf,
      onSaved(saved) {
        onClose();
        onSaved(saved);
      },
    },
  );
  return (
    <FormModal
      form={form}
      title={text(account === null ? 'core.serviceAccounts.create' : 'core.serviceAccounts.update')}
      onClose={onClose}
      width={1160}
    >
      <Fields form={form} companyId={companyId} />
    </FormModal>
  );
}

function Fields({ form, companyId }: { readonly form: ResourceForm<Values>; readonly companyId: string }) {
  const may = usePermission();
  const field = fieldsOf(form, 'core.serviceAccounts');
  const isNarrowed = form.values.administrationIds.length > 0;
  return (
    <>
      <FormRow>
        <TextField {...field('name')} maxLength={100} />
        <DateField {...field('validUntil')} isOptional />
      </FormRow>
      <FormColumns>
        <FormColumn>
          <YesNoField {...field('active', 'isOn')} />
        </FormColumn>
        {may(approvalOfPrograms) && (
          <FormColumn>
            <YesNoField {...field('mayApprove')} hint="core.serviceAccounts.mayApproveHint" />
          </FormColumn>
        )}
      </FormColumns>
      <FormColumns>
        <FormColumn>
          <TextField
            {...field('addresses')}
            hint="core.serviceAccounts.addressesHint"
            rows={2}
            isMonospace
            isOptional
          />
        </FormColumn>
        {may('core.administrations.read') && (
          <FormColumn>
            <AdministrationsField form={form} companyId={companyId} />
          </FormColumn>
        )}
      </FormColumns>
      {may('core.permissions.read') && (
        <RightsField
          {...field('permissionIds', 'permissions')}
          hint="core.serviceAccounts.permissionsHint"
          companyId={companyId}
          offered={isNarrowed ? forNarrowed : forPrograms}
          isOptional
        />
      )}
    </>
  );
}

const forPrograms = (permission: string) => isForPrograms(permission);
const forNarrowed = (permission: string) => isForPrograms(permission, { isNarrowed: true });

function AdministrationsField({
  form,
  companyId,
}: {
  readonly form: ResourceForm<Values>;
  readonly companyId: string;
}) {
  const { data = [] } = useAllRows(administrations, { companyId }, {});
  return (
    <MultiPicker
      {...fieldsOf(form, 'core.serviceAccounts')('administrationIds')}
      hint="core.serviceAccounts.administrationIdsHint"
      options={data.map(({ id, name }) => ({ value: id, label: name }))}
      max={maxAdministrations}
      isOptional
    />
  );
}
