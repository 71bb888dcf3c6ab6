import { Button } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { formatDay } from '#contract/dates.ts';
import { type Inspector, inspector, type inspectorMake, inspectors } from '#contract/core/inspectors.ts';
import { users } from '#contract/core/users.ts';
import { collectionUrl } from '#contract/resource.ts';
import { loadInviteDialog } from '#portal/features/core/index.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { FormBody } from '#portal/kit/form/form-parts.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { MultiPicker } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { useText } from '#portal/kit/text.ts';
import { useArchivedAdministrations } from './archive.api.ts';
import styles from './archive.module.css';

const InviteDialog = lazyPart(loadInviteDialog);
const url = `/api/${inspectors.path}`;

interface InspectorsDialogProps {
  /** Chosen by staff; absent: the person's own. */
  readonly companyId: string | undefined;
  readonly onClose: () => void;
}

/** People who see the archive of a period only, until a day: who they are, and making one. */
export function InspectorsDialog({ companyId, onClose }: InspectorsDialogProps) {
  const text = useText();
  const [invited, setInvited] = useState<Inspector>();
  const [changed, setChanged] = useState<Inspector>();
  if (invited) {
    const { id, firstName, lastName, emailAddress } = invited;
    const user = { id, fullName: `${firstName} ${lastName}`, emailAddress };
    return (
      <InviteDialog
        url={`${collectionUrl(users, { companyId: invited.companyId })}/${encodeURIComponent(id)}/invite`}
        user={user}
        onClose={() => setInvited(undefined)}
      />
    );
  }
  return (
    <Dialog title={text('invoicing.archive.inspectors')} width={560} onClose={onClose}>
      <InspectorForm
        key={changed?.id}
        companyId={companyId}
        changed={changed}
        onClose={onClose}
        onSaved={(saved) => {
          if (!changed) setInvited(saved);
          setChanged(undefined);
        }}
      />
      <Made companyId={companyId} onInvite={setInvited} onChange={setChanged} />
    </Dialog>
  );
}

interface InspectorFormProps extends InspectorsDialogProps {
  /** Absent: a new one. */
  readonly changed: Inspector | undefined;
  readonly onSaved: (saved: Inspector) => void;
}

function InspectorForm({ companyId, changed, onClose, onSaved }: InspectorFormProps) {
  const text = useText();
  const administrations = useArchivedAdministrations(companyId);
  const { mutateAsync: save } = useVerb({
    call: (body: Partial<z.input<typeof inspectorMake>>) =>
      changed ? { method: 'PUT', url: `${url}/${changed.id}`, body } : { url, body },
    result: inspector,
    invalidates: [users, inspectors],
  });
  const [initial] = useState(() => initialOf(changed));
  const form = useResourceForm({
    initial,
    save: ({ from, to, endsOn, administrationIds, ...person }) =>
      save({
        administrationIds,
        from: from ?? '',
        to: to ?? '',
        endsOn: endsOn ?? '',
        ...(!changed && person),
        ...(!changed && companyId !== undefined && { companyId }),
      }),
    onSaved,
  });
  const title = changed
    ? text('invoicing.archive.inspectorChange', { name: `${changed.firstName} ${changed.lastName}` })
    : text('invoicing.archive.inspectorAdd');
  return (
    <FormBody
      form={form}
      label={title}
      footer={
        <DialogButtons>
          <Button onClick={onClose}>{text('kit.close')}</Button>
          <Button type="submit" variant="filled">
            {text(changed ? 'kit.save' : 'invoicing.archive.add')}
          </Button>
        </DialogButtons>
      }
    >
      <p>{changed ? title : text('invoicing.archive.inspectorBody')}</p>
      {!changed && (
        <>
          <FormRow>
            <TextField form={form} name="firstName" label="invoicing.archive.firstName" maxLength={100} />
            <TextField form={form} name="lastName" label="invoicing.archive.lastName" maxLength={100} />
          </FormRow>
          <TextField
            form={form}
            name="emailAddress.address"
            label="invoicing.archive.email"
            type="email"
            maxLength={254}
          />
        </>
      )}
      <MultiPicker
        form={form}
        name="administrationIds"
        label="invoicing.archive.inspectorAdministrations"
        hint="invoicing.archive.inspectorAll"
        isOptional
        max={250}
        options={(administrations.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <FormRow>
        <DateField form={form} name="from" label="invoicing.archive.periodFrom" />
        <DateField form={form} name="to" label="invoicing.archive.periodTo" />
      </FormRow>
      <DateField form={form} name="endsOn" label="invoicing.archive.endsOn" />
    </FormBody>
  );
}

function initialOf(changed: Inspector | undefined): {
  firstName: string;
  lastName: string;
  emailAddress: { address: string };
  administrationIds: string[];
  from: string | null;
  to: string | null;
  endsOn: string | null;
} {
  const year = new Date().getFullYear() - 1;
  const month = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  return {
    firstName: changed?.firstName ?? '',
    lastName: changed?.lastName ?? '',
    emailAddress: { address: changed?.emailAddress.address ?? '' },
    administrationIds: changed?.administrations.map(({ id }) => id) ?? [],
    from: changed?.from ?? `${year}-01-01`,
    to: changed?.to ?? `${year}-12-31`,
    endsOn: changed?.active ? changed.endsOn : month,
  };
}

interface MadeProps {
  readonly companyId: string | undefined;
  readonly onInvite: (one: Inspector) => void;
  readonly onChange: (one: Inspector) => void;
}

function Made({ companyId, onInvite, onChange }: MadeProps) {
  const text = useText();
  const query = companyId === undefined ? '' : `?${new URLSearchParams({ companyId })}`;
  const found = useAnswer([users.path, 'inspectors', companyId], `${url}${query}`, z.array(inspector));
  const rows = found.data ?? [];
  if (rows.length === 0) return null;
  return (
    <section className={styles.made} aria-label={text('invoicing.archive.inspectors')}>
      <h3>{text('invoicing.archive.inspectorsMade')}</h3>
      <ul className={styles.entries}>
        {rows.map((one) => (
          <MadeInspector key={one.id} one={one} onInvite={onInvite} onChange={onChange} />
        ))}
      </ul>
    </section>
  );
}

function MadeInspector({
  one,
  onInvite,
  onChange,
}: Pick<MadeProps, 'onInvite' | 'onChange'> & { readonly one: Inspector }) {
  const text = useText();
  const may = usePermission();
  const notifyFailure = useNotifyFailure();
  const end = useVerb({
    call: () => ({ url: `${url}/${one.id}/end` }),
    invalidates: [users, inspectors],
    onError: notifyFailure,
  });
  const name = `${one.firstName} ${one.lastName}`;
  async function askEnd() {
    const isSure = await confirm({
      title: text('invoicing.archive.endTitle', { name }),
      body: text('invoicing.archive.endBody'),
      verb: text('invoicing.archive.end'),
      isDanger: true,
    });
    if (isSure) end.mutate();
  }
  return (
    <li className={styles.file}>
      <div>
        <p>
          <strong>{name}</strong> · {one.emailAddress.address}
        </p>
        <p className={styles.quiet}>
          {formatDay(one.from)} – {formatDay(one.to)} ·{' '}
          {one.administrations.map((administration) => administration.name).join(', ') ||
            text('invoicing.archive.allAdministrations')}
        </p>
        <p className={styles.quiet}>
          {one.active
            ? text('invoicing.archive.until', { day: formatDay(one.endsOn) })
            : text('invoicing.archive.ended')}
        </p>
        <div className={styles.verbs}>
          {one.active && may('core.users.invite') && (
            <Button
              size="xs"
              leftSection={<IconMailForward size={16} stroke={1.75} aria-hidden />}
              aria-label={text('invoicing.archive.inviteNamed', { name })}
              onClick={() => onInvite(one)}
            >
              {text('invoicing.archive.invite')}
            </Button>
          )}
          <Button
            size="xs"
            aria-label={text('invoicing.archive.changeNamed', { name })}
            onClick={() => onChange(one)}
          >
            {text('kit.edit')}
          </Button>
          {one.active && (
            <Button
              size="xs"
              loading={end.isPending}
              aria-label={text('invoicing.archive.endNamed', { name })}
              onClick={() => void askEnd()}
            >
              {text('invoicing.archive.end')}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}
