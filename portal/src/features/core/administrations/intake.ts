import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { administrations } from '#contract/core/administrations.ts';
import { intakeSettings, type intakeSettingsWrite } from '#contract/documents/intake-log.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { ProblemError } from '#portal/kit/data/http.ts';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';

/** How mail to an administration is answered, and how reading its mailbox went last. */
export type IntakeSettings = z.output<typeof intakeSettings>;
export type IntakeWrite = z.input<typeof intakeSettingsWrite>;

const answer = z.object({ result: intakeSettings });
const path = 'core/intake';

/** The settings of one administration, and the way to save them. */
export function useIntake(companyId: string, id: string) {
  const http = useHttp();
  const client = useQueryClient();
  const url = `${collectionUrl(administrations, { companyId })}/${encodeURIComponent(id)}/intake`;
  const queryKey = [...useKeyStart(), path, companyId, id];
  const settings = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<IntakeSettings> => (await http.call(url, answer, { signal })).result,
    // What somebody else set meanwhile is not overwritten unseen.
    gcTime: 0,
  });
  async function save(body: IntakeWrite): Promise<IntakeSettings> {
    const { result } = await http.call(url, answer, { method: 'PUT', body });
    client.setQueryData(queryKey, result);
    return result;
  }
  return { settings, save };
}

/** What stands on each line of its own; empty lines count for nothing. */
export function linesOf(text: string): string[] {
  return text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A refusal that names lines by their place, said at the field as a whole with the lines that are meant. */
export function atTheField(
  error: unknown,
  lines: readonly string[],
  sentence: (wrong: string) => string,
): unknown {
  if (!(error instanceof ProblemError) || !error.body.errors) return error;
  const { senders: whole = [], ...others } = error.body.errors;
  const wrong = Object.keys(others).flatMap(
    (id) => lines[Number(/^senders_(\d+)$/.exec(id)?.[1] ?? -1)] ?? [],
  );
  if (wrong.length === 0) return error;
  return new ProblemError(error.kind, {
    ...error.body,
    errors: { senders: [...whole, ...wrong.map(sentence)] },
  });
}
