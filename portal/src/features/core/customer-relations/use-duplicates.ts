import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import {
  customerRelations,
  likelyDuplicate,
  type LikelyDuplicate,
} from '#contract/core/customer-relations.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import type { RelationValues } from './customer-relations-fields.tsx';

const answer = z.object({ result: z.array(likelyDuplicate) });
/** Milliseconds of rest after the last letter before the server is asked. */
const restMs = 400;

/** Relations that are probably the same as what is being typed. Only a help: without an answer there are none. */
export function useDuplicates(
  values: RelationValues,
  {
    exceptId,
    companyId,
  }: { readonly exceptId?: string | undefined; readonly companyId?: string | undefined },
): readonly LikelyDuplicate[] {
  const http = useHttp();
  const may = usePermission();
  const question = useRested(questionOf(values, exceptId, companyId));
  const isAsked = ['email', 'kvkNumber', 'zipCode'].some((name) => new URLSearchParams(question).has(name));
  const found = useQuery({
    queryKey: [...useKeyStart(), customerRelations.path, 'duplicates', question],
    queryFn: async ({ signal }) => {
      const url = `/api/${customerRelations.path}/duplicates?${question}`;
      return (await http.call(url, answer, { signal })).result;
    },
    placeholderData: keepPreviousData,
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

function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
