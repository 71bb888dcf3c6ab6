import { useText } from '#portal/kit/text.ts';
import { useVariant } from '../use-variant.ts';
import styles from './page.module.css';

/** Home of the brands without a list of their own. */
export function Welcome() {
  const text = useText();
  const { name, title } = useVariant();
  return (
    <div className={styles['page']}>
      <h1>{text('shell.home.welcome', { brand: title })}</h1>
      <p>{text(`shell.brand.${name}.welcome`)}</p>
    </div>
  );
}
