import { useTranslation } from 'react-i18next'
import type { ClientDetail } from '#contract/clients/client.ts'
import { useFormatters } from '#web/core/format.ts'
import { Amount } from '#web/domain/amount.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import classes from './clients.module.css'

type ExternalPosition = ClientDetail['externalPositions'][number]

const externalPositionStates = ['open', 'running', 'overdue', 'repaid', 'unpaid', 'closed'] as const

/** What a client has or owes at other firms. */
export const ExternalPositions = ({ positions }: { positions: readonly ExternalPosition[] }) => {
  const { t } = useTranslation('client')
  const format = useFormatters()
  // The other firm's own word where it isn't one of ours.
  const stateName = (status: string | null): string => {
    const known = externalPositionStates.find((state) => state === status)
    return known ? t(`external.states.${known}`) : status || '–'
  }
  const columns: readonly RowColumn<ExternalPosition, never>[] = [
    { key: 'kind', label: t('external.kind'), phone: 1, cell: (kind) => t(`external.kinds.${kind}`) },
    { key: 'institution', label: t('external.institution'), phone: 2 },
    { key: 'description', label: t('external.description') },
    { key: 'since', label: t('external.since'), cell: format.date },
    { key: 'status', label: t('external.status'), cell: stateName },
    { key: 'amount', label: t('external.amount'), align: 'end', phone: 3, cell: (amount) => <Amount value={amount} /> },
  ]
  return (
    <section className={classes.part} aria-labelledby="external">
      <h2 id="external" className={classes.cardTitle}>
        {t('external.title')}
      </h2>
      <DataTable label={t('external.title')} columns={columns} rows={positions} />
    </section>
  )
}
