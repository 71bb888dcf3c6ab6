import { ActionIcon, Menu } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { collectionUrl, type Parents, type ResourceDefinition } from '#contract/resource.ts';
import { useHttp } from '../data/data-provider.tsx';
import { download } from '../data/download.ts';
import { listSearch, type ListQuery } from '../data/list-query.ts';
import { tell } from '../feedback/dialog-store.ts';
import { errorWords } from '../feedback/error-text.ts';
import { useText } from '../text.ts';

interface ExportButtonProps<R extends ResourceDefinition> {
  readonly resource: R;
  readonly parents: Parents<R>;
  /** The list's own question: the file holds all that matches, in the same order. */
  readonly query: ListQuery;
}

const formats = [
  { format: 'csv', icon: IconFileTypeCsv },
  { format: 'xlsx', icon: IconFileSpreadsheet },
] as const;

/** Downloads the whole list, as it is filtered and sorted now, as CSV or XLSX. */
export function ExportButton<const R extends ResourceDefinition>({
  resource,
  parents,
  query,
}: ExportButtonProps<R>) {
  const text = useText();
  const http = useHttp();
  const [isBusy, setBusy] = useState(false);

  async function save(format: 'csv' | 'xlsx') {
    setBusy(true);
    const { top: _top, skip: _skip, extra, ...rest } = query;
    const search = listSearch({ ...rest, count: false, extra: { ...extra, format } });
    try {
      await download(http, `${collectionUrl(resource, parents)}/export${search}`, `export.${format}`);
    } catch (error) {
      const { title, hint } = errorWords(error, text);
      void tell({ meaning: 'bad', title, body: hint });
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
            onClick={() => void save(format)}
          >
            {text(`kit.export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
