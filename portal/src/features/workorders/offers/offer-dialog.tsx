import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { IconEye, IconSettings } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { vatOf } from '#contract/money.ts';
import type { CreateInput } from '#contract/resource.ts';
import { type offerCompose, type offers, offerSettingsPermission } from '#contract/workorders/offers.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Dialog } from '#portal/kit/dialog/dialog.tsx';
import { LoadedDialog } from '#portal/kit/dialog/loaded-dialog.tsx';
import { showMessage } from '#portal/kit/feedback/dialog-store.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { ChoiceField } from '#portal/kit/form/choice-field.tsx';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { DecimalField } from '#portal/kit/form/number-fields.tsx';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { FieldError } from '#portal/kit/form/use-field.tsx';
import { useResourceForm, type ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { Money } from '#portal/kit/format/money.tsx';
import { PdfFrame } from '#portal/kit/image-viewer/pdf-frame.tsx';
import { useText } from '#portal/kit/text.ts';
import type { Order } from '../work-orders/order.ts';
import { offerHooks, useCompose, useOfferChanged, usePreview, type Offer } from './offer.ts';
import { SendDialog } from './send-dialog.tsx';
import { SettingsDialog } from './settings-dialog.tsx';
import styles from './offers.module.css';

type Compose = z.output<typeof offerCompose>;

interface OfferDialogProps {
  readonly order: Order;
  readonly onClose: () => void;
}

/** Makes a version of an offer, and goes on to mail it. */
export function OfferDialog({ order, onClose }: OfferDialogProps) {
  const text = useText();
  const may = usePermission();
  const compose = useCompose(order.id);
  const [made, setMade] = useState<Offer>();
  if (made) return <SendDialog offer={made} isNew onClose={onClose} />;

  function onMade(offer: Offer) {
    // The offer is a draft until somebody mails it (§E5). The next dialog says so itself.
    if (may('comceptum.offers.send') && offer.canSend) return setMade(offer);
    notify({ meaning: 'ok', title: text('workorders.offers.made') });
    onClose();
  }

  return (
    <LoadedDialog of={compose} title={text('workorders.sendOffer')} onClose={onClose} width={720}>
      {(data) => <ComposeDialog order={order} compose={data} onClose={onClose} onMade={onMade} />}
    </LoadedDialog>
  );
}

interface ComposeDialogProps extends OfferDialogProps {
  readonly compose: Compose;
  readonly onMade: (offer: Offer) => void;
}

interface OfferValues {
  readonly lines: readonly string[];
  /** By line: `always`, `optional`, or the number of the choice that it belongs to. */
  readonly roles: Readonly<Record<string, string>>;
  /** Hundredths of a percent. */
  readonly discountPercentage: number | null;
  readonly language: Compose['language'];
  readonly validUntil: string | null;
  readonly introduction: string;
}

const roleOf = ({ roles }: Pick<OfferValues, 'roles'>, lineId: string) => roles[lineId] ?? 'always';

function bodyOf(values: OfferValues, { lines }: Compose): CreateInput<typeof offers> {
  const { language, validUntil, introduction, discountPercentage } = values;
  return {
    lines: lines
      .filter(({ orderLineId }) => values.lines.includes(orderLineId))
      .map(({ orderLineId }) => {
        const role = roleOf(values, orderLineId);
        const choice = Number(role) || null;
        return { orderLineId, isOptional: role === 'optional', choice };
      }),
    language,
    introduction,
    discountPercentage: discountPercentage === null ? null : discountPercentage / 100,
    ...(validUntil === null ? {} : { validUntil }),
  };
}

function ComposeDialog({ order, compose, onClose, onMade }: ComposeDialogProps) {
  const text = useText();
  const create = offerHooks.useCreate({ workOrderId: order.id });
  const changed = useOfferChanged();
  const mayChangeSettings = usePermission()(`${offerSettingsPermission}.update`);
  const [showsSettings, setShowsSettings] = useState(false);
  const initial: OfferValues = {
    lines: compose.lines.map(({ orderLineId }) => orderLineId),
    roles: {},
    discountPercentage: null,
    language: compose.language,
    validUntil: compose.validUntil,
    introduction: '',
  };
  const form = useResourceForm({
    initial,
    save: (values) => create.mutateAsync(bodyOf(values, compose)),
    onSaved: (offer) => {
      changed();
      onMade(offer);
    },
  });
  const field = fieldsOf(form, 'workorders.offers');
  const languages = [
    { value: 'nl', label: text('workorders.offers.dutch') },
    { value: 'en', label: text('workorders.offers.english') },
  ];

  return (
    <>
      <FormModal
        form={form}
        title={`${text('workorders.sendOffer')} ${order.yearNumber}`}
        saveLabel={text('workorders.offers.make')}
        width={720}
        onClose={onClose}
      >
        {compose.missing.length > 0 && (
          <MessageBar
            meaning="warn"
            title={text('workorders.offers.missing')}
            actions={
              mayChangeSettings && (
                <Button size="xs" onClick={() => setShowsSettings(true)}>
                  {text('workorders.offers.settings.open')}
                </Button>
              )
            }
          >
            {compose.missing.map((name) => text(`workorders.offers.letterhead.${name}`)).join(', ')}
          </MessageBar>
        )}
        <LineChoice form={form} compose={compose} />
        <DecimalField {...field('discountPercentage')} sign="%" isOptional />
        <ChoiceField {...field('language')} options={languages} />
        <DateField {...field('validUntil', 'validUntilLabel')} />
        <TextField
          {...field('introduction')}
          hint="workorders.offers.introductionHint"
          rows={3}
          maxLength={2000}
          isOptional
        />
        <div className={styles.buttons}>
          <PreviewButton
            workOrderId={order.id}
            name={compose.name}
            body={bodyOf(form.values, compose)}
            isDisabled={form.values.lines.length === 0}
          />
          {/* Where something is missing the notice above offers it. */}
          {mayChangeSettings && compose.missing.length === 0 && (
            <Button
              variant="subtle"
              leftSection={<IconSettings size={16} stroke={1.75} aria-hidden />}
              onClick={() => setShowsSettings(true)}
            >
              {text('workorders.offers.settings.open')}
            </Button>
          )}
        </div>
      </FormModal>
      {showsSettings && (
        <SettingsDialog companyId={order.companyId} onClose={() => setShowsSettings(false)} />
      )}
    </>
  );
}

interface PreviewButtonProps {
  readonly workOrderId: string;
  /** The name that the version will get. */
  readonly name: string;
  readonly body: CreateInput<typeof offers>;
  readonly isDisabled: boolean;
}

/** Shows the PDF as it would be; nothing is stored. */
function PreviewButton({ workOrderId, name, body, isDisabled }: PreviewButtonProps) {
  const text = useText();
  const preview = usePreview(workOrderId);
  const [pdf, setPdf] = useState<Blob>();
  const showFailure = (error: unknown) => {
    const { title, hint } = errorWords(error, text);
    void showMessage({ meaning: 'bad', title, body: hint });
  };
  return (
    <>
      <Button
        loading={preview.isPending}
        disabled={isDisabled}
        leftSection={<IconEye size={16} stroke={1.75} aria-hidden />}
        onClick={() => preview.mutate(body, { onSuccess: setPdf, onError: showFailure })}
      >
        {text('workorders.offers.preview')}
      </Button>
      {pdf && (
        <Dialog
          title={text('workorders.offers.previewOf', { name })}
          width={1000}
          onClose={() => setPdf(undefined)}
        >
          <div className={styles.pdf}>
            <PdfFrame bytes={pdf} name={name} />
          </div>
        </Dialog>
      )}
    </>
  );
}

interface LineChoiceProps {
  readonly form: ResourceForm<OfferValues>;
  readonly compose: Compose;
}

/** The lines of the offer, and what of them the customer decides on: optional lines, and choices of one of several. */
function LineChoice({ form, compose }: LineChoiceProps) {
  const text = useText();
  const { lines, language, discountPercentage } = form.values;
  const { register } = form;
  useEffect(
    () => register('lines', { label: text('workorders.offers.lines'), show: () => '' }),
    [register, text],
  );
  const errors = form.errors['lines'];
  const chosen = compose.lines.filter(({ orderLineId }) => lines.includes(orderLineId));
  const role = (lineId: string) => roleOf(form.values, lineId);
  const isFirstOfChoice = (lineId: string) =>
    chosen.find(({ orderLineId }) => role(orderLineId) === role(lineId))?.orderLineId === lineId;
  const sum = (counts: (lineId: string) => boolean) =>
    chosen
      .filter(({ orderLineId }) => counts(orderLineId))
      .reduce((total, { salesAmount }) => total + salesAmount, 0);
  const before = sum((id) => role(id) === 'always' || (role(id) !== 'optional' && isFirstOfChoice(id)));
  const total = before - vatOf(before, discountPercentage ?? 0);
  const extra = sum((id) => role(id) === 'optional');
  // One choice more than there are lines in one.
  const choices = Math.max(0, ...chosen.map(({ orderLineId }) => Number(role(orderLineId)) || 0)) + 1;
  const roleOptions = [
    { value: 'always', label: text('workorders.offers.role.always') },
    { value: 'optional', label: text('workorders.offers.optional') },
    ...Array.from({ length: choices }, (_, index) => ({
      value: String(index + 1),
      label: text('workorders.offers.role.choice', { number: index + 1 }),
    })),
  ];

  function toggle(id: string) {
    form.set('lines', lines.includes(id) ? lines.filter((lineId) => lineId !== id) : [...lines, id]);
  }

  return (
    <fieldset style={{ margin: 0, padding: 0, border: 0 }} aria-invalid={errors ? true : undefined}>
      <legend className="mantine-InputWrapper-label">{text('workorders.offers.lines')}</legend>
      <ul className={styles.lines}>
        {compose.lines.map(({ orderLineId: id, description, specifications, salesAmount }) => (
          <li key={id} className={styles.line}>
            <Checkbox
              label={
                <>
                  {description}
                  {specifications[language] !== '' && (
                    <div className={styles.specification}>{specifications[language]}</div>
                  )}
                </>
              }
              checked={lines.includes(id)}
              onChange={() => toggle(id)}
            />
            <Money cents={salesAmount} />
            <NativeSelect
              size="xs"
              aria-label={text('workorders.offers.roleOf', { description })}
              disabled={!lines.includes(id)}
              data={roleOptions}
              value={role(id)}
              onChange={(event) =>
                form.set('roles', { ...form.values.roles, [id]: event.currentTarget.value })
              }
            />
          </li>
        ))}
      </ul>
      {errors && (
        <div className="mantine-InputWrapper-error" role="alert">
          <FieldError sentences={errors} />
        </div>
      )}
      <p className={styles.sums} style={{ marginTop: 8 }}>
        <span>
          {text('workorders.lines.total')}{' '}
          <strong>
            <Money cents={total} />
          </strong>
        </span>
        {extra !== 0 && (
          <span>
            {text('workorders.offers.optionalSum')} <Money cents={extra} />
          </span>
        )}
      </p>
    </fieldset>
  );
}
