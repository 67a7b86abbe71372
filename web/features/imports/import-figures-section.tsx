import { useTranslation } from 'react-i18next'
import { importableMovementKinds } from '#contract/imports/fields.ts'
import type { ImportDetail } from '#contract/imports.ts'
import { maturityInstructions } from '#contract/products.ts'
import { useFormatters } from '#web/core/format.ts'
import { Amount } from '#web/domain/amount.tsx'
import { FactGrid } from '#web/ui/fact-grid.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './imports.module.css'

const translatedMovementKinds = [...importableMovementKinds, ...maturityInstructions]

/** What the check has found: how many rows are what, and what the new ones come to. */
export const ImportFiguresSection = ({ found: importDetail }: { found: ImportDetail }) => {
  const { t } = useTranslation(['imports', 'list'])
  const format = useFormatters()
  const { rows, wrong, known, fresh, amount, sums, accounts, fromDate, toDate, state } = importDetail
  const counted = (count: number | null) => (count === null ? null : format.number(count))
  const isOver = !['draft', 'checked', 'waiting'].includes(state)
  const facts = [
    [t('columns.rows'), counted(rows)],
    [t('columns.wrong'), counted(wrong)],
    [t('columns.known'), counted(known)],
    [t('columns.fresh'), counted(fresh)],
    [t('columns.accounts'), counted(accounts)],
    ...(fromDate && toDate
      ? [[t('columns.days'), [...new Set([fromDate, toDate])].map(format.date).join(' – ')] as const]
      : []),
  ] as const
  const wordOf = (code: string) => {
    const word = translatedMovementKinds.find((one) => one === code)
    return word ? t(`words.${word}`) : code
  }
  return (
    <Section
      title={t('check.title')}
      description={t(state === 'undone' ? 'check.leadUndone' : isOver ? 'check.leadDone' : 'check.lead')}
    >
      <FactGrid facts={facts} />
      {sums.length > 0 && (
        <ScrollFrame className={classes.frame} label={t('check.title')}>
          <table className={`${classes.table} ${classes.sums}`} aria-label={t('check.title')}>
            <thead>
              <tr>
                <th scope="col">{t('columns.result')}</th>
                <th scope="col" data-end>
                  {t('columns.rows')}
                </th>
                {amount !== null && (
                  <th scope="col" data-end>
                    {t('fields.amount')}
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {sums.map((sum) => (
                <tr key={sum.word}>
                  <td>{wordOf(sum.word)}</td>
                  <td data-end>{format.number(sum.rows)}</td>
                  {amount !== null && (
                    <td data-end>
                      <Amount value={sum.amount} />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
            {amount !== null && (
              <tfoot>
                <tr>
                  <th scope="row">{t('good.total')}</th>
                  <td data-end className={classes.sum}>
                    {format.number(fresh ?? 0)}
                  </td>
                  <td data-end className={classes.sum}>
                    <Amount value={amount} />
                  </td>
                </tr>
              </tfoot>
            )}
          </table>
        </ScrollFrame>
      )}
      {fresh === 0 && <p className={classes.muted}>{t('check.nothing')}</p>}
    </Section>
  )
}
