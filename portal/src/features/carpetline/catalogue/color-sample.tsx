import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import styles from './catalogue.module.css';

interface ColorSampleProps {
  readonly color: { readonly swatch: string | null; readonly photo: string | null };
}

/** A colour as its photo shows it, else as its swatch; a hatched square without either. */
export function ColorSample({ color: { swatch, photo } }: ColorSampleProps) {
  if (photo !== null) return <Photo address={photo} />;
  return (
    <span
      className={styles.sample}
      data-none={swatch === null || undefined}
      style={swatch === null ? undefined : { background: swatch }}
      aria-hidden
    />
  );
}

function Photo({ address }: { readonly address: string }) {
  const http = useHttp();
  const { data } = useQuery({
    queryKey: [...useKeyStart(), 'carpetline/photo', address],
    queryFn: async ({ signal }) => (await http.open(address, { signal })).blob(),
    staleTime: Infinity,
  });
  const url = useMemo(() => data && URL.createObjectURL(data), [data]);
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url]);
  return url === undefined ? (
    <span className={styles.sample} aria-hidden />
  ) : (
    <img className={styles.sample} src={url} alt="" />
  );
}
