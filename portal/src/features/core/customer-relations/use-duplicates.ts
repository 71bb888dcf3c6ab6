import { useDebouncedValue } from '@mantine/hooks';
import { z } from 'zod';
import {
  customerRelations,
  likelyDuplicate,
  type LikelyDuplicate,
} from '#contract/core/customer-relations.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import type { RelationValues } from './customer-relations-fields.tsx';

const answer = z.array(likelyDuplicate);
/** Milliseconds of rest after the last letter before the server is asked. */
const restMs = 400;

/** Relations that are probably the same as what is being typed. Without an answer there are none. */
export function useDuplicates(
  values: RelationValues,
  {
    exceptId,
    companyId,
  }: { readonly exceptId?: string | undefined; readonly companyId?: string | undefined },
): readonly LikelyDuplicate[] {
  const may = usePermission();
  const [question] = useDebouncedValue(questionOf(values, exceptId, companyId), restMs);
  const isAsked = ['email', 'kvkNumber', 'zipCode'].some((name) => new URLSearchParams(question).has(name));
  const url = `/api/${customerRelations.path}/duplicates?${question}`;
  const found = useAnswer([customerRelations.path, 'duplicates', question], url, answer, {
    keepsPrevious: true,
    enabled: isAsked && may('core.customerrelations.read'),
  });
  return isAsked ? (found.data ?? []) : [];
}

function questionOf(values: RelationValues, exceptId = '', companyId = ''): string {
  const { name, address, emailAddress, kvkNumber } = values;
  const asked = {
    name,
    zipCode: address.zipCode,
    email: emailAddress.address,
    kvkNumber,
    exceptId,
    companyId,
  };
  return new URLSearchParams(
    Object.entries(asked)
      .map(([field, value]): [string, string] => [field, value.trim()])
      .filter(([, value]) => value !== ''),
  ).toString();
}
