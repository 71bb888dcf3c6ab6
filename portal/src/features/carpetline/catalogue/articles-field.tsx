import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { YesNoField } from '#portal/kit/form/choice-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { movedPart, newArticle, type SemiFinishValues, withoutPart, withPart } from './catalogue-values.ts';
import { ColorsField } from './colors-field.tsx';
import { PartActions } from './part-actions.tsx';
import styles from './catalogue.module.css';

interface ArticlesFieldProps {
  readonly form: ResourceForm<SemiFinishValues>;
  /** Null while it is not stored. */
  readonly semiFinishId: string | null;
}

/** The articles of a semi-finish, each with its colours, in order of display. */
export function ArticlesField({ form, semiFinishId }: ArticlesFieldProps) {
  const text = useText();
  const { articles } = form.values;
  const set = (next: SemiFinishValues['articles']) => form.set('articles', next);
  return (
    <section className={styles.parts}>
      <h2>{text('carpetline.catalogue.articles')}</h2>
      {Object.entries(articles).map(([name, article]) => (
        <div
          key={name}
          className={styles.article}
          role="group"
          aria-label={article.description || text('carpetline.catalogue.article')}
        >
          <div className={styles.articleHead}>
            <TextField
              form={form}
              name={`articles.${name}.articleNumber`}
              label="carpetline.catalogue.articleNumber"
              maxLength={50}
              isOptional
            />
            <TextField
              form={form}
              name={`articles.${name}.description`}
              label="carpetline.catalogue.article"
              maxLength={255}
            />
            <YesNoField
              form={form}
              name={`articles.${name}.isActive`}
              label="carpetline.catalogue.isActive"
            />
            <PartActions
              name={article.description || text('carpetline.catalogue.article')}
              onMove={(by) => set(movedPart(articles, name, by))}
              onRemove={() => set(withoutPart(articles, name))}
            />
          </div>
          <ColorsField
            form={form}
            path={`articles.${name}.colors`}
            colors={article.colors}
            title="carpetline.catalogue.colors"
            semiFinishId={semiFinishId}
          />
        </div>
      ))}
      <div>
        <Button
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => set(withPart(articles, newArticle))}
        >
          {text('carpetline.catalogue.addArticle')}
        </Button>
      </div>
    </section>
  );
}
