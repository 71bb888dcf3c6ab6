import { Button, Menu } from '@mantine/core';
import { IconThumbDown } from '@tabler/icons-react';
import { documentProperty, type DocumentProperty } from '#contract/documents/properties.ts';
import { Key } from '#portal/kit/format/key.tsx';
import { useText } from '#portal/kit/text.ts';
import type { Item } from './item.ts';
import { isDoubtful } from './review.rules.ts';

interface WrongMenuProps {
  readonly item: Item;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly hasKey: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  /** Rejects: with the wrong value, or without one. */
  readonly onReject: (wrong: readonly DocumentProperty[]) => void;
}

/** 'Negatief' asks by one click which value is wrong, the doubtful ones first. */
export function WrongMenu({ item, isOpen, isBusy, hasKey, onOpen, onReject }: WrongMenuProps) {
  const text = useText();
  const foundOf = (property: DocumentProperty) =>
    item.properties.find((found) => found.property === property);
  const doubtful = documentProperty.options.filter((property) => isDoubtful(foundOf(property)));
  const others = documentProperty.options.filter((property) => !doubtful.includes(property));
  return (
    <Menu opened={isOpen} onChange={onOpen} position="top-end" loop>
      <Menu.Target>
        <Button
          data-danger
          aria-busy={isBusy}
          leftSection={<IconThumbDown size={16} stroke={1.75} aria-hidden />}
          rightSection={hasKey ? <Key>N</Key> : undefined}
        >
          {text('documentsWork.verdict.negative')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{text('documentsWork.wrong.title')}</Menu.Label>
        {[...doubtful, ...others].map((property) => (
          <Menu.Item key={property} onClick={() => onReject([property])}>
            {text(`documentsWork.property.${property}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => onReject([])}>{text('documentsWork.wrong.other')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
