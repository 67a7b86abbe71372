import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmationStates, contributionSources, listContributions } from '#contract/contributions.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { buildAmountColumn, buildDateRangeFilters } from '#web/domain/contribution-list-parts.tsx'
import { IncomeTabs } from '#web/domain/income-tabs.tsx'
import { createListPrefetch } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
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
        pinned: true,
        options: contributionSources.map((value) => ({ value, label: t(`sources.${value}`) })),
      },
      confirmation: {
        control: 'select',
        label: t('fields.confirmation'),
        pinned: true,
        options: confirmationStates.map((value) => ({ value, label: t(`confirmations.${value}`) })),
      },
      account: { control: 'elsewhere' },
      ...buildDateRangeFilters(t),
    }),
    [t],
  )
}

const useContributionColumns = (): readonly Column<ContributionList>[] => {
  const { t } = useTranslation('contributions')
  const format = useFormatters()
  return useMemo(
    () => [
      { key: 'bookingDate', label: t('fields.bookingDate'), phone: 2, cell: format.date },
      { key: 'valueDate', label: t('fields.valueDate'), optional: true, cell: format.date },
      { key: 'clientName', label: t('fields.client'), phone: 1 },
      { key: 'clientCvl', label: t('fields.cvl'), optional: true },
      { key: 'accountNumber', label: t('fields.account') },
      { key: 'source', label: t('fields.source'), cell: (source) => t(`sources.${source}`) },
      { key: 'description', label: t('fields.description'), cell: (text) => text ?? '–' },
      {
        key: 'correction',
        label: t('fields.correction'),
        optional: true,
        cell: (correction) => (correction ? t(`corrections.${correction}`) : '–'),
      },
      {
        key: 'confirmation',
        label: t('fields.confirmation'),
        cell: (confirmation) => (confirmation ? t(`confirmations.${confirmation}`) : '–'),
      },
      buildAmountColumn(t, format),
    ],
    [t, format],
  )
}

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
  const [message, setMessage] = useState('')
  return (
    <>
      <ListScreen
        list={listContributions}
        label={t('title')}
        context={(count, total) => t('count', { count, total })}
        action={
          mayAdd && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
              {t('add.action')}
            </Button>
          )
        }
        above={
          <>
            <IncomeTabs current="contributions" />
            <SuccessMessage>{message}</SuccessMessage>
          </>
        }
        filters={useContributionFilters()}
        columns={useContributionColumns()}
        rowHref={buildAccountHref}
        empty={t('empty')}
      />
      {adding && (
        <Suspense>
          <LazyAddContributionDialog onDone={setMessage} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}
