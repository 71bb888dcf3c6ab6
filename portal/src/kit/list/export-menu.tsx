import { ActionIcon, Menu } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { useFailureDialog } from '../feedback/use-failure.ts';
import { useText } from '../text.ts';

/** The files that a list can be taken along as. */
export type ExportFormat = 'csv' | 'xlsx';

interface ExportMenuProps {
  /** Makes the file and saves it; what it throws is shown. */
  readonly save: (format: ExportFormat) => Promise<void>;
}

const formats = [
  { format: 'csv', icon: IconFileTypeCsv },
  { format: 'xlsx', icon: IconFileSpreadsheet },
] as const;

/** Asks which file, and shows that it is being made. */
export function ExportMenu({ save }: ExportMenuProps) {
  const text = useText();
  const showFailure = useFailureDialog();
  const [isBusy, setBusy] = useState(false);

  async function run(format: ExportFormat) {
    setBusy(true);
    try {
      await save(format);
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={34}
          loading={isBusy}
          aria-label={text('kit.export.title')}
          title={text('kit.export.title')}
        >
          <IconDownload size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ format, icon: Icon }) => (
          <Menu.Item
            key={format}
            leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
            onClick={() => void run(format)}
          >
            {text(`kit.export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
