import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { confirmationStates, contributionSources, listContributions } from '#contract/contributions.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { buildDateRangeFilters } from '#web/domain/contribution-list-parts.tsx'
import { IncomeTabs } from '#web/domain/income-tabs.tsx'
import { useRecordRowActions } from '#web/domain/record-row-actions.ts'
import { useAccountPeek } from '#web/domain/use-account-peek.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { SuccessMessage } from '#web/ui/status-messages.tsx'

type ContributionList = typeof listContributions

const LazyAddContributionDialog = lazy(() => import('./add-contribution-dialog.tsx'))

const useContributionFilters = (): FilterChoices<ContributionList> => {
  const { t } = useTranslation('contributions')
  return useMemo(
    () => ({
      search: { control: 'search', label: t('search') },
      source: {
        control: 'select',
        label: t('fields.source'),
        alwaysShown: true,
        options: contributionSources.map((value) => ({ value, label: t(`sources.${value}`) })),
      },
      confirmation: {
        control: 'select',
        label: t('fields.confirmation'),
        alwaysShown: true,
        options: confirmationStates.map((value) => ({ value, label: t(`confirmations.${value}`) })),
      },
      account: { control: 'elsewhere' },
      ...buildDateRangeFilters(t),
    }),
    [t],
  )
}

const contributionColumns: ScreenColumns<ContributionList> = [
  { key: 'bookingDate', phone: 2 },
  { key: 'valueDate', optional: true },
  { key: 'clientName', phone: 1 },
  { key: 'clientCvl', optional: true },
  'accountNumber',
  { key: 'source', optional: true },
  { key: 'description', optional: true },
  { key: 'correction', optional: true },
  'confirmation',
  { key: 'amount', phone: 3 },
]

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listContributions)

const buildAccountHref = ({ clientId, accountId }: { clientId: string; accountId: string }): string =>
  `/clientes/${clientId}/cuentas/${accountId}`

/** New money of the clients in reach, the newest first. */
export default function ContributionsScreen() {
  const { t } = useTranslation('contributions')
  const maySee = usePermission('bt_Clientes', 'view')
  const mayAdd = usePermission('bt_Ingresos', 'create') && maySee
  const [adding, setAdding] = useState(false)
  const rowActions = useRecordRowActions()
  const [message, setMessage] = useState('')
  return (
    <>
      <ListScreen
        list={listContributions}
        label={t('title')}
        context={(count, total) => t('count', { count, total })}
        canStartFromEmpty
        action={
          mayAdd && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
              {t('add.action')}
            </Button>
          )
        }
        contentAbove={
          <>
            <IncomeTabs current="contributions" />
            <SuccessMessage>{message}</SuccessMessage>
          </>
        }
        filters={useContributionFilters()}
        columns={useListColumns(listContributions, contributionColumns)}
        peek={useAccountPeek()}
        rowHref={buildAccountHref}
        rowActions={rowActions}
        empty={t('empty')}
        emptyHint={t('emptyHint')}
      />
      {adding && (
        <Suspense>
          <LazyAddContributionDialog onDone={setMessage} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}
