import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ProposalResult } from '#contract/approvals.ts'
import { getStatementReconciliation } from '#contract/bank.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FigureTiles } from '#web/ui/record-cards.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './bank.module.css'
import { BookBankEntryButton, BookingProposedMessage, useCanBookBankEntry } from './book-bank-entry.tsx'

type ReconciliationResult = ResponseBody<typeof getStatementReconciliation>

type ReconciliationRow = ReconciliationResult['rows'][number]

/** What can be done about a line of the bank that the books don't have, or who is asked already. */
const OpenReconciliationItem = ({
  row,
  onBooked,
}: {
  row: ReconciliationRow
  onBooked: (proposed: ProposalResult) => void
}) => {
  const { t } = useTranslation('contributions')
  const mayBook = useCanBookBankEntry()
  const { id, amount, text, open, approvalId } = row
  if (approvalId) return <ApprovalLink approvalId={approvalId}>{t('reconcile.waits')}</ApprovalLink>
  if (!open || !id || !mayBook) return null
  return (
    <BookBankEntryButton
      line={{ id, amount, text }}
      onDone={onBooked}
      size="compact-sm"
      name={`${t('book.action')}: ${text}`}
    />
  )
}

const ReconciliationRows = ({ rows, more }: Pick<ReconciliationResult, 'rows' | 'more'>) => {
  const { t } = useTranslation('contributions')
  const format = useFormatters()
  const [proposed, setProposed] = useState<ProposalResult | null>(null)
  const isOpen = rows.some(({ open, approvalId }) => open || approvalId !== null)
  return (
    <details className={classes.difference}>
      <summary>{t('reconcile.rows')}</summary>
      <BookingProposedMessage proposed={proposed} />
      <ScrollFrame className={classes.scroll} label={t('reconcile.rows')}>
        <table className={classes.rows}>
          <thead>
            <tr>
              <th scope="col">{t('reconcile.date')}</th>
              <th scope="col">{t('reconcile.what')}</th>
              <th scope="col" className={classes.end}>
                {t('fields.amount')}
              </th>
              {isOpen && <th scope="col">{t('reconcile.book')}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const { kind, id, date, text, amount } = row
              return (
                <tr key={`${kind} ${id}`}>
                  <td>{date ? format.date(date) : '–'}</td>
                  <td>
                    {t(`reconcile.kinds.${kind}`)}
                    {text && (
                      <span className={classes.origin}>
                        {kind === 'entry' ? <Link to={`/crm/Ingresos/apuntes/${id}`}>{text}</Link> : text}
                      </span>
                    )}
                  </td>
                  <td className={classes.end}>
                    <Amount value={amount} />
                  </td>
                  {isOpen && (
                    <td>
                      <OpenReconciliationItem row={row} onBooked={setProposed} />
                    </td>
                  )}
                </tr>
              )
            })}
          </tbody>
        </table>
      </ScrollFrame>
      {more > 0 && <p className={classes.lead}>{t('reconcile.more', { count: more, total: format.number(more) })}</p>}
    </details>
  )
}

/** What the bank has beside what the books say it has, and the rows that make the difference. As tall from the beginning as with its figures. */
export const StatementReconciliation = ({ statementId, on }: { statementId: string; on: string }) => {
  const { t } = useTranslation(['contributions', 'list'])
  const format = useFormatters()
  const { data, error, refetch } = useQuery(buildQueryOptions(getStatementReconciliation, { params: { statementId } }))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  const renderFigure = (key: 'bank' | 'books' | 'difference') =>
    data ? <Amount key={key} value={data[key]} /> : '\u00a0'
  return (
    <Section title={t('reconcile.title')} description={t('reconcile.lead', { on: format.date(on) })}>
      <FigureTiles
        tiles={[
          [t('reconcile.bank'), renderFigure('bank')],
          [t('reconcile.books'), renderFigure('books')],
          [t('reconcile.difference'), renderFigure('difference')],
        ]}
      />
      {!data && <p className={classes.lead}>{t('list:loading')}</p>}
      {data && !/[1-9]/.test(data.difference) && <p className={classes.lead}>{t('reconcile.none')}</p>}
      {data && data.rows.length > 0 && <ReconciliationRows rows={data.rows} more={data.more} />}
    </Section>
  )
}
