import type { getAccount } from '#contract/clients/client.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import classes from './clients.module.css'

type ScheduledPayment = ResponseBody<typeof getAccount>['scheduledPayments'][number]

/** What leaves the account again and again by standing order. */
export const ScheduledPayments = ({ payments }: { payments: readonly ScheduledPayment[] }) => {
  const { t } = useTranslation('client')
  const columns: readonly RowColumn<ScheduledPayment, never>[] = [
    { key: 'purpose', label: t('payments.purpose'), phone: 1 },
    { key: 'counterparty', label: t('payments.counterparty'), phone: 2 },
    { key: 'counterpartyBank', label: t('payments.bank') },
    { key: 'amount', label: t('payments.amount'), align: 'end', phone: 3, cell: (amount) => <Amount value={amount} /> },
  ]
  return (
    <section className={classes.part} aria-labelledby="payments">
      <h2 id="payments" className={classes.cardTitle}>
        {t('payments.title')}
      </h2>
      <DataTable label={t('payments.title')} columns={columns} rows={payments} />
    </section>
  )
}
