import { importableMovementKinds } from '#contract/imports/fields.ts'
import type { ImportDetail } from '#contract/imports.ts'
import { maturityInstructions } from '#contract/products.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { FactGrid } from '#web/ui/fact-grid.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './imports.module.css'
import { contactKinds, decidedKinds } from './record-kinds.ts'

const recordWords = [
  'newPerson',
  'newCompany',
  'updatedClient',
  'openingBalance',
  'newPosition',
  'valuedPosition',
  'newRelation',
  'newContact',
  'newCall',
  'newMeeting',
  'newReview',
] as const
const translatedWords = [...importableMovementKinds, ...maturityInstructions, ...recordWords]

/** What the check has found: how many rows are what, and what the new ones come to. */
export const ImportFiguresSection = ({ found: importDetail }: { found: ImportDetail }) => {
  const { t } = useTranslation(['imports', 'import-steps', 'list'])
  const format = useFormatters()
  const { kind, rows, wrong, known, fresh, amount, sums, accounts, duplicates, fromDate, toDate, state } = importDetail
  const counted = (count: number | null) => (count === null ? null : format.number(count))
  const isAboutClients = kind === 'accounts' || kind === 'positions' || kind === 'relations'
  const isOver = !['draft', 'checked', 'waiting'].includes(state)
  const facts = [
    [t('columns.rows'), counted(rows)],
    [t('columns.wrong'), counted(wrong)],
    [t('columns.known'), counted(known)],
    [t('columns.fresh'), counted(fresh)],
    ...(decidedKinds.includes(kind)
      ? [[t('columns.duplicates'), counted(duplicates)] as const]
      : contactKinds.includes(kind)
        ? []
        : [[t(isAboutClients ? 'columns.clients' : 'columns.accounts'), counted(accounts)] as const]),
    ...(fromDate && toDate
      ? [[t('columns.days'), [...new Set([fromDate, toDate])].map(format.date).join(' – ')] as const]
      : []),
  ] as const
  const wordOf = (code: string) => {
    const word = translatedWords.find((one) => one === code)
    return word ? t(`words.${word}`) : code
  }
  return (
    <Section
      title={t('import-steps:check.title')}
      description={t(
        state === 'undone'
          ? 'import-steps:check.leadUndone'
          : isOver
            ? 'import-steps:check.leadDone'
            : 'import-steps:check.lead',
      )}
    >
      <FactGrid facts={facts} />
      {sums.length > 0 && (
        <ScrollFrame className={classes.frame} label={t('import-steps:check.title')}>
          <table className={`${classes.table} ${classes.sums}`} aria-label={t('import-steps:check.title')}>
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
      {fresh === 0 && <p className={classes.muted}>{t('import-steps:check.nothing')}</p>}
    </Section>
  )
}
