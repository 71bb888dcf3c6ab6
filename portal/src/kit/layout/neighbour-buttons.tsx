import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMedia } from '../use-width.ts';

interface Neighbour {
  /** Translated. */
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}

interface NeighbourButtonsProps {
  readonly previous: Neighbour;
  readonly next: Neighbour;
}

/** To the record before and after this one: buttons with words on a wide screen, arrows on others. */
export function NeighbourButtons({ previous, next }: NeighbourButtonsProps) {
  const isWide = useMedia('(min-width: 87.5em)');
  const sides = [
    { ...previous, section: 'leftSection', Icon: IconChevronLeft },
    { ...next, section: 'rightSection', Icon: IconChevronRight },
  ];
  return sides.map(({ label, isDisabled = false, onClick, section, Icon }) => {
    const icon = <Icon size={16} stroke={1.75} aria-hidden />;
    if (isWide)
      return (
        <Button key={section} disabled={isDisabled} onClick={onClick} {...{ [section]: icon }}>
          {label}
        </Button>
      );
    return (
      <ActionIcon
        key={section}
        variant="default"
        size={34}
        aria-label={label}
        title={label}
        disabled={isDisabled}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    );
  });
}
