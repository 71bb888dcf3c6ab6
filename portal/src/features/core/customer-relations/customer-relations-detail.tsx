import { Anchor } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { customerRelations } from '#contract/core/customer-relations.ts';
import type { Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { editAction, removeAction } from '#portal/kit/detail/detail-actions.tsx';
import { DetailPage } from '#portal/kit/detail/detail-page.tsx';
import { DetailTabs } from '#portal/kit/detail/detail-tabs.tsx';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { momentBy } from '#portal/kit/format/moment-by.ts';
import { useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { Known } from './known.tsx';

const { useOne } = resourceHooks(customerRelations);

export function CustomerRelationsDetail() {
  const relation = useOne(useParam('customerRelationId'), {});
  return <Loaded of={relation}>{(record) => <Relation relation={record} />}</Loaded>;
}

function Relation({ relation }: { readonly relation: Rec<typeof customerRelations> }) {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const remove = useRemoveWithConfirm(customerRelations, {});
  const { id, name, tag } = relation;
  const removal = {
    id,
    name,
    thing: text('core.customerRelations.the'),
    consequence: text('core.customerRelations.trash'),
  };
  const params = { customerRelationId: id };
  const here = pathTo('customer-relations:detail', params);

  return (
    <DetailPage
      leavesOnEscape
      back={{ href: pathTo('customer-relations:index'), label: text('core.customerRelations.title') }}
      title={name}
      number={tag || undefined}
      actions={[
        may('core.customerrelations.delete') && removeAction(text, () => void remove(removal)),
        may('core.customerrelations.update') &&
          editAction(text, { href: pathTo('customer-relations:update', params) }),
      ]}
    >
      <RelationFacts relation={relation} />
      <DetailTabs
        tabs={[
          may('core.contactpersons.read') && {
            label: text('core.contactPersons.title'),
            href: `${here}/contact-persons`,
          },
          { label: text('core.history.title'), href: `${here}/history` },
        ]}
      />
      <Outlet />
    </DetailPage>
  );
}

function RelationFacts({ relation }: { readonly relation: Rec<typeof customerRelations> }) {
  const text = useText();
  const { address, emailAddress, phoneNumber, websiteUrl, kvkNumber, vatId, iban, oin } = relation;
  const extra = [
    { label: text('core.customerRelations.kvkNumber'), value: kvkNumber },
    { label: text('core.customerRelations.oin'), value: oin },
    { label: text('core.customerRelations.vatId'), value: vatId },
    { label: text('core.customerRelations.iban'), value: iban },
  ].filter(({ value }) => value !== '');
  return (
    <Facts
      facts={[
        { label: text('core.customerRelations.tag'), value: <Known value={relation.tag} /> },
        { label: text('core.customerRelations.address.title'), value: <Known value={address.fullAddress} /> },
        {
          label: text('core.customerRelations.websiteUrl'),
          value: websiteUrl ? (
            <Anchor inherit href={websiteUrl} target="_blank" rel="noopener noreferrer">
              {websiteUrl.replace(/^https?:\/\/|\/$/g, '')}
            </Anchor>
          ) : (
            <Known value="" />
          ),
        },
        {
          label: text('core.customerRelations.emailAddress.address'),
          value: emailAddress.address ? (
            <Anchor inherit href={`mailto:${emailAddress.address}`}>
              {emailAddress.address}
            </Anchor>
          ) : (
            <Known value="" />
          ),
        },
        {
          label: text('core.customerRelations.phoneNumber.number'),
          value: phoneNumber.number ? (
            <Anchor inherit href={`tel:${phoneNumber.number.replaceAll(/[^+\d]/g, '')}`}>
              {phoneNumber.number}
            </Anchor>
          ) : (
            <Known value="" />
          ),
        },
        ...extra,
        {
          label: text('core.customerRelations.updatedAt'),
          value: momentBy(relation.updatedAt, relation.updatedBy),
        },
      ]}
    />
  );
}
