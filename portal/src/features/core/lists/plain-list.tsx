import type { ResourceDefinition } from '#contract/resource.ts';
import { PlainList as Frame, type PlainListProps as FrameProps } from '#portal/kit/list/plain-list.tsx';
import type { ScreenName } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { ListTools } from '../saved-views/list-tools.tsx';

interface PlainListProps<R extends { readonly id: string }> extends Omit<
  FrameProps<R>,
  'screen' | 'renderTools'
> {
  /** Its views and its choice of columns are kept by this name. */
  readonly screen: ScreenName;
  readonly resource: ResourceDefinition;
  /** Text key: the list without a view. */
  readonly everything?: string;
}

/** The whole screen of a plain resource of management, with its views, columns and export. */
export function PlainList<R extends { readonly id: string }>({
  screen,
  resource,
  everything = 'core.views.all',
  ...frame
}: PlainListProps<R>) {
  const text = useText();
  return (
    <Frame
      {...frame}
      screen={screen}
      renderTools={(choice) => (
        <ListTools
          screen={screen}
          resource={resource}
          parents={{}}
          query={frame.list.query}
          choice={choice}
          everything={text(everything)}
        />
      )}
    />
  );
}
