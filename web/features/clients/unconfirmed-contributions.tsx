import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ContributionRow, confirmContribution } from '#contract/contributions.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import { SuccessMessage } from '#web/ui/status-messages.tsx'
import { buildUnconfirmedContributionsQuery } from './use-is-account-page-loaded.ts'

type ConfirmDialogProps = { row: ContributionRow; onDone: (message: string) => void; onClose: () => void }

/** Says that the money has been seen at the bank; somebody else decides. */
const ConfirmContributionDialog = ({ row, onDone, onClose }: ConfirmDialogProps) => {
  const { t } = useTranslation('client')
  const format = useFormatters()
  const { clientId, accountId, id: journalId } = row
  return (
    <ReasonDialog
      title={t('unconfirmed.ask', { amount: format.money(row.amount, { euros: true }) })}
      text={t('unconfirmed.askText')}
      action={t('unconfirmed.submit')}
      label={t('unconfirmed.reason')}
      onSend={async (reason) => {
        await callEndpoint(confirmContribution, { params: { clientId, accountId, journalId }, body: { reason } })
        onDone(t('unconfirmed.asked'))
      }}
      onClose={onClose}
    />
  )
}

/** Money noted by hand in the account that nothing has confirmed; nothing where there is none. */
export const UnconfirmedContributions = ({ accountId }: { accountId: string }) => {
  const { t } = useTranslation(['client', 'clients'])
  const format = useFormatters()
  const mayAsk = usePermission('bt_Ingresos', 'create')
  const [asking, setAsking] = useState<ContributionRow | null>(null)
  const [message, setMessage] = useState('')
  const { data, error, refetch } = useQuery(buildUnconfirmedContributionsQuery(accountId))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || data.rows.length === 0) return null
  const columns: readonly RowColumn<ContributionRow, never>[] = [
    { key: 'bookingDate', label: t('clients:movements.bookingDate'), phone: 2, cell: format.date },
    { key: 'valueDate', label: t('clients:movements.valueDate'), cell: format.date },
    { key: 'description', label: t('clients:movements.description'), phone: 1, cell: (text) => text ?? '–' },
    {
      key: 'amount',
      label: t('clients:movements.amount'),
      align: 'end',
      phone: 3,
      cell: (amount) => <Amount value={amount} />,
    },
    ...(mayAsk
      ? [
          {
            key: 'id' as const,
            label: t('unconfirmed.action'),
            align: 'end' as const,
            phone: 'beside' as const,
            cell: (_: string, row: ContributionRow) => (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={t('unconfirmed.actionNamed', { amount: format.money(row.amount, { euros: true }) })}
                onClick={() => setAsking(row)}
              >
                {t('unconfirmed.action')}
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <Section title={t('unconfirmed.title')} description={t('unconfirmed.lead')}>
      <SuccessMessage>{message}</SuccessMessage>
      <DataTable label={t('unconfirmed.title')} columns={columns} rows={data.rows} dense />
      {asking && <ConfirmContributionDialog row={asking} onDone={setMessage} onClose={() => setAsking(null)} />}
    </Section>
  )
}
