import { Link } from '@tanstack/react-router';
import { useText } from '#portal/kit/text.ts';
import { useVariant } from '../use-variant.ts';
import styles from './footer.module.css';

/** The provider's line; some brands add their pages. */
export function Footer() {
  const text = useText();
  const { hasHelpPages } = useVariant();
  return (
    <footer className={styles['footer']}>
      <span>{text('shell.tagline')}</span>
      {hasHelpPages && (
        <nav aria-label={text('shell.footer')}>
          <Link to="/ideas">{text('shell.ideas.title')}</Link>
          <Link to="/help">{text('shell.help.title')}</Link>
        </nav>
      )}
    </footer>
  );
}
