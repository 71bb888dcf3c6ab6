import { customers } from '#contract/billing/customers.ts';
import { Button } from '@mantine/core';
import { customerSettings } from '#contract/billing/customer-settings.ts';
import type { CreateInput, Draft, Rec } from '#contract/resource.ts';
import { resourceHooks, useInvalidate } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormBody } from '#portal/kit/form/form-parts.tsx';
import { SaveButton, Unsaved } from '#portal/kit/form/form-page.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { useLeaveGuard } from '#portal/kit/form/use-leave-guard.ts';
import { storedAs, useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { subscriptionOptions } from '../codes.ts';
import styles from '../costs/billing.module.css';

const { useList, useCreate, useUpdate } = resourceHooks(customerSettings);
type Settings = Rec<typeof customerSettings>;

/** By the field ids of product 2.5. */
interface Values {
  readonly startDate: string | null;
  readonly subscription: string | null;
  readonly rowVersion?: number;
}

const valuesOf = (settings: Settings | undefined): Values =>
  settings === undefined
    ? { startDate: null, subscription: null }
    : {
        startDate: settings.startDate,
        subscription: String(settings.subscriptionType),
        rowVersion: settings.rowVersion,
      };

/** From which day a customer is billed, and for which subscription. */
export function SettingsCard({ companyId }: { readonly companyId: string }) {
  const stored = useList({ top: 1, count: false }, { companyId });
  const of = { ...stored, data: stored.data && { settings: stored.data.result[0] } };
  return (
    <Loaded of={of}>
      {({ settings }) => (
        <SettingsForm key={settings?.id ?? 'new'} companyId={companyId} settings={settings} />
      )}
    </Loaded>
  );
}

interface SettingsFormProps {
  readonly companyId: string;
  /** Undefined as long as nothing was saved. */
  readonly settings: Settings | undefined;
}

function SettingsForm({ companyId, settings }: SettingsFormProps) {
  const text = useText();
  const may = usePermission()('fm.settings.update.system');
  const create = useCreate({ companyId });
  const update = useUpdate({ companyId });
  const refresh = useInvalidate(customers);
  const form = useResourceForm({
    initial: valuesOf(settings),
    save: (values): Promise<Settings> =>
      settings === undefined
        ? create.mutateAsync(bodyOf(values))
        : update.mutateAsync({ id: settings.id, body: bodyOf(values) }),
    onSaved: () => {
      refresh();
      notify({ title: text('billing.customerSettings.saved'), meaning: 'ok' });
    },
    goOnWith: valuesOf,
    fromStored: storedAs(customerSettings.record, valuesOf),
  });
  useLeaveGuard(form);
  const field = fieldsOf(form, 'billing.customerSettings', { isDisabled: !may });
  return (
    <Card title={text('billing.customerSettings.title')} actions={<Unsaved isShown={form.isDirty} />}>
      <FormBody
        form={form}
        label={text('billing.customerSettings.title')}
        footer={
          may && (
            <div className={styles.footer}>
              {form.isDirty && (
                <Button onClick={() => form.replace(valuesOf(settings))}>{text('kit.cancel')}</Button>
              )}
              <SaveButton form={form} />
            </div>
          )
        }
      >
        <DateField {...field('startDate')} hint="billing.customerSettings.startDateHint" isOptional />
        <SelectField {...field('subscription')} options={subscriptionOptions(text)} />
      </FormBody>
    </Card>
  );
}

// What is not chosen is left out: the server reports it.
function bodyOf({
  startDate,
  subscription,
  rowVersion,
}: Values): Draft<CreateInput<typeof customerSettings>> {
  return {
    startDate,
    subscriptionType: subscription === null ? undefined : Number(subscription),
    ...(rowVersion === undefined ? {} : { rowVersion }),
  };
}
