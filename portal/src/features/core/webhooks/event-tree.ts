import { entityOfEvent, eventTypes, type EventType } from '#contract/core/events.ts';
import type { Text } from '#portal/kit/text.ts';
import type { TreeNode } from '#portal/kit/tree/tree.rules.ts';

/** The kind of record in the name of an event: `invoice` of `invoice.approved`. */
export function kindOfEvent(type: string): string {
  return type.slice(0, type.indexOf('.'));
}

/** What an event is called: 'Factuur goedgekeurd'. */
export function eventName(type: string, text: Text): string {
  return text(`core.webhooks.event.${type}`);
}

/** The kinds of events of a target in words: 'Facturen, Exports (3 van 6)'. */
export function eventsInWords(chosen: readonly string[], text: Text): string {
  return [...grouped(eventTypes)]
    .flatMap(([kind, all]) => {
      const count = all.filter((type) => chosen.includes(type)).length;
      const name = text(`core.webhooks.group.${kind}`);
      if (count === 0) return [];
      return count === all.length ? name : text('core.webhooks.some', { name, count, total: all.length });
    })
    .join(', ');
}

/** All kinds of events, by their records; those that the person may not have sent are locked (§A4). */
export function eventTree(mayRead: (permission: string) => boolean, text: Text): readonly TreeNode[] {
  return [...grouped(eventTypes)].map(([kind, types]) => ({
    id: kind,
    label: text(`core.webhooks.group.${kind}`),
    children: types.map((type) => ({
      id: type,
      label: `${eventName(type, text)} (${type})`,
      isLocked: !['company', 'system'].some((scope) => mayRead(`${entityOfEvent(type)}.read.${scope}`)),
    })),
  }));
}

function grouped(types: readonly EventType[]): ReadonlyMap<string, readonly EventType[]> {
  return Map.groupBy(types, kindOfEvent);
}
