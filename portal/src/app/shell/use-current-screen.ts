import { useMatches } from '@tanstack/react-router';

/** Name of the screen in view, if it is one: `companies:detail`. */
export function useCurrentScreen(): string | undefined {
  return useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.screen)?.staticData.screen,
  });
}

/** Text key of the title of the screen in view. */
export function useCurrentTitle(): string | undefined {
  return useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
  });
}
