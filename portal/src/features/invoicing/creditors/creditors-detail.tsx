import { IconBan, IconLockOpen } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { countryName } from '#contract/countries.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { editAction } from '#portal/kit/detail/detail-actions.tsx';
import { DetailPage } from '#portal/kit/detail/detail-page.tsx';
import { DetailTabs } from '#portal/kit/detail/detail-tabs.tsx';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { momentBy } from '#portal/kit/format/moment-by.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { ScreenLink, useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { type Creditor, creditorHooks, useCreditorVerb } from './creditors.api.ts';
import { CreditorState } from './creditors-list.tsx';

const TextDialog = lazy(async () => ({
  default: (await import('#portal/kit/dialog/text-dialog.tsx')).TextDialog,
}));

export function CreditorsDetail() {
  const creditor = creditorHooks.useOne(useParam('creditorId'), {});
  return <Loaded of={creditor}>{(record) => <Detail creditor={record} />}</Loaded>;
}

function Detail({ creditor }: { readonly creditor: Creditor }) {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const [isBlocking, setBlocking] = useState(false);
  const { id, name, isBlocked, mergedInto } = creditor;
  const mayChange = may('fmmodule.creditors.update') && mergedInto === null;
  const params = { creditorId: id };
  const here = pathTo('creditors:detail', params);
  const tab = (to: string, count?: number) => ({
    label: text(`invoicing.creditors.tab.${to}`),
    href: `${here}/${to}`,
    ...(count === undefined ? {} : { count }),
  });
  return (
    <DetailPage
      leavesOnEscape
      back={{ href: pathTo('creditors:index'), label: text('invoicing.creditors.title') }}
      title={name}
      chip={<CreditorState creditor={creditor} />}
      actions={[
        mayChange && {
          label: text(isBlocked ? 'invoicing.creditors.unblock' : 'invoicing.creditors.block'),
          icon: isBlocked ? IconLockOpen : IconBan,
          kind: isBlocked ? 'default' : 'danger',
          onClick: () => setBlocking(true),
        },
        mayChange && editAction(text, { href: pathTo('creditors:update', params) }),
      ]}
    >
      <Notices creditor={creditor} />
      <CreditorFacts creditor={creditor} />
      <DetailTabs
        tabs={[
          may('fmmodule.bankaccounts.read') && tab('accounts', creditor.accountCount),
          may('fmmodule.invoices.read') && tab('invoices', creditor.invoiceCount),
          may('fmmodule.creditors.update') && tab('merge', creditor.suggestions.length || undefined),
          tab('history'),
        ]}
      />
      <Outlet />
      {isBlocking && (
        <Suspense>
          <BlockDialog creditor={creditor} onClose={() => setBlocking(false)} />
        </Suspense>
      )}
    </DetailPage>
  );
}

function Notices({ creditor }: { readonly creditor: Creditor }) {
  const text = useText();
  const { mergedInto, isBlocked, blockReason, blockedAt, blockedBy } = creditor;
  return (
    <>
      {mergedInto && (
        <MessageBar meaning="info">
          {text('invoicing.creditors.mergedInto')}{' '}
          <ScreenLink
            to="creditors:detail"
            params={{ creditorId: mergedInto.id }}
            style={{ color: 'inherit', fontWeight: 600 }}
          >
            {mergedInto.name}
          </ScreenLink>
        </MessageBar>
      )}
      {isBlocked && blockedAt && (
        <MessageBar meaning="bad" icon={IconBan} title={text('invoicing.creditors.isBlocked')}>
          {blockReason} ({momentBy(blockedAt, blockedBy)})
        </MessageBar>
      )}
    </>
  );
}

function CreditorFacts({ creditor }: { readonly creditor: Creditor }) {
  const text = useText();
  const language = useLanguage();
  const { street, postalCode, city, country, numbers } = creditor;
  const place = [postalCode, city].filter((part) => part !== '').join(' ');
  const label = (name: string) => text(`invoicing.creditors.${name}`);
  return (
    <Facts
      facts={[
        { label: label('address'), value: [street, place].filter((part) => part !== '').join(', ') },
        { label: label('country'), value: country && countryName(country, language) },
        { label: label('kvk'), value: creditor.kvk },
        { label: label('vatId'), value: creditor.vatId },
        {
          label: label('numbers'),
          value: numbers
            .map(({ number, administration }) =>
              text('invoicing.creditors.numberIn', { number, administration }),
            )
            .join(', '),
        },
        { label: label('createdAt'), value: <DateText value={creditor.createdAt} /> },
      ]}
    />
  );
}

function BlockDialog({ creditor, onClose }: { readonly creditor: Creditor; readonly onClose: () => void }) {
  const text = useText();
  const verb = useCreditorVerb(creditor.id);
  const { isBlocked, openInvoices, name, rowVersion } = creditor;
  const key = isBlocked ? 'unblock' : 'block';
  return (
    <TextDialog
      title={text(`invoicing.creditors.${key}Title`)}
      body={text(`invoicing.creditors.${key}Body`, { name, count: openInvoices })}
      label={text('invoicing.creditors.reason')}
      field="reason"
      verb={text(`invoicing.creditors.${key}Verb`)}
      isDanger={!isBlocked}
      maxLength={255}
      onSave={async (reason) => void (await verb.mutateAsync({ verb: key, body: { reason, rowVersion } }))}
      onClose={onClose}
    />
  );
}
