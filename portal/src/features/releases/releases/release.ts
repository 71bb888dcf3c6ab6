import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { newDevops, unreleasedBuilds } from '#contract/releases/builds.ts';
import {
  audienceAnswer,
  type audienceQuestion,
  maxAudience,
  releaseAdoption,
  releases,
  releaseTree,
} from '#contract/releases/releases.ts';
import { collectionUrl, type Rec, type Row } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { resourceHooks, useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';

/** A release in the list. */
export type ReleaseRow = Row<typeof releases>;
/** A release with whom it is for. */
export type Release = Rec<typeof releases>;
/** What 'Wie krijgt dit?' asks. */
export type AudienceQuestion = z.input<typeof audienceQuestion>;

export const releaseHooks = resourceHooks(releases);
const url = collectionUrl(releases, {});
const urlOf = (id: string, part: string) => `${url}/${encodeURIComponent(id)}/${part}`;

// Below the path of releases, so that a change of a release makes them old too.
const keyOf = (part: string) => `${releases.path}/${part}`;

/** The newest build without a release, or null (§H7). */
export function useNewBuild() {
  return useAnswer([keyOf('new-devops')], `${url}/new-devops`, newDevops.shape.result);
}

/** The builds without a release, the highest first. */
export function useUnreleasedBuilds() {
  return useAnswer([keyOf('builds')], `${url}/builds`, unreleasedBuilds.shape.result);
}

/** All customers with their users, and what runs there. */
export function useReleaseTree() {
  // Not below a release: saving one does not change the customers, and the tree is large.
  return useAnswer(['fm/release-tree'], `${url}/tree`, releaseTree.shape.result, { staleTime: 60_000 });
}

/** What clients report of a release. */
export function useAdoption(id: string) {
  return useAnswer([keyOf('adoption'), id], urlOf(id, 'adoption'), releaseAdoption.shape.result);
}

/** Who would get a release as the form holds it now: everybody, with the reason. */
export function useAudience(id: string, question: AudienceQuestion) {
  const http = useHttp();
  return useQuery({
    queryKey: [...useKeyStart(), keyOf('audience'), id, question],
    queryFn: ({ signal }) =>
      http.call(urlOf(id, 'audience'), audienceAnswer, {
        method: 'POST',
        body: { ...question, top: maxAudience },
        signal,
      }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
