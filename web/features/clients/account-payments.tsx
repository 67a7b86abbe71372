import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import type { PaymentRow } from '#contract/payments.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { renderPaymentBadge } from '#web/domain/payment-badge.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import classes from './clients.module.css'
import { buildAccountPaymentsQuery, maxVisiblePayments } from './use-is-account-page-loaded.ts'

const useAccountPaymentColumns = (): readonly RowColumn<PaymentRow, never>[] => {
  const { t } = useTranslation('payments')
  const format = useFormatters()
  return [
    {
      key: 'requestedAt',
      label: t('fields.requestedAt'),
      phone: 1,
      cell: (moment, { id }) => <Link to={`/crm/Retiradas/${id}`}>{format.dateTime(moment)}</Link>,
    },
    { key: 'kind', label: t('fields.kind'), cell: (kind) => t(`kinds.${kind}`) },
    {
      key: 'state',
      label: t('fields.state'),
      phone: 2,
      cell: (state) => renderPaymentBadge(state, t(`states.${state}`)),
    },
    { key: 'requesterName', label: t('fields.requester'), cell: (name) => name ?? '–' },
    {
      key: 'amount',
      label: t('fields.amount'),
      align: 'end',
      phone: 3,
      cell: (amount) => <Amount value={amount} />,
    },
  ]
}

/** What is on its way out of the account, and what has been. Nothing where nothing ever was. */
export const AccountPayments = ({ accountId }: { accountId: string }) => {
  const { t } = useTranslation('payments')
  const id = useId()
  const columns = useAccountPaymentColumns()
  const { data, error, refetch } = useQuery(buildAccountPaymentsQuery(accountId))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || data.rows.length === 0) return null
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id} className={classes.cardTitle}>
        {t('ofAccount.title')}
      </h2>
      <DataTable label={t('ofAccount.title')} columns={columns} rows={data.rows.slice(0, maxVisiblePayments)} dense />
      {data.rows.length > maxVisiblePayments && (
        <p className={classes.muted}>
          <Link to={`/crm/Retiradas?account=${accountId}`}>{t('ofAccount.all')}</Link>
        </p>
      )}
    </section>
  )
}
