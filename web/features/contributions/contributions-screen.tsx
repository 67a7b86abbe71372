import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmations, contributionSources, listContributions } from '#contract/contributions.ts'
import { useFormat } from '#web/core/format.ts'
import { useCan } from '#web/core/session.ts'
import { amountColumn, dayFilters } from '#web/domain/money-in-lists.tsx'
import { IncomeTabs } from '#web/domain/money-in-tabs.tsx'
import { aheadOf } from '#web/ui/list/list-page.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { Done } from '#web/ui/message.tsx'

type List = typeof listContributions

const AddContribution = lazy(() => import('./add-contribution.tsx'))

const useFilters = (): FilterChoices<List> => {
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
        options: confirmations.map((value) => ({ value, label: t(`confirmations.${value}`) })),
      },
      account: { control: 'elsewhere' },
      ...dayFilters(t),
    }),
    [t],
  )
}

const useColumns = (): readonly Column<List>[] => {
  const { t } = useTranslation('contributions')
  const format = useFormat()
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
      amountColumn(t, format),
    ],
    [t, format],
  )
}

/** Asks for the rows and their count. */
export const ahead = aheadOf(listContributions)

const hrefOf = ({ clientId, accountId }: { clientId: string; accountId: string }): string =>
  `/clientes/${clientId}/cuentas/${accountId}`

/** New money of the clients in reach, the newest first. */
export default function ContributionsScreen() {
  const { t } = useTranslation('contributions')
  const maySee = useCan('bt_Clientes', 'view')
  const mayAdd = useCan('bt_Ingresos', 'create') && maySee
  const [adding, setAdding] = useState(false)
  const [told, setTold] = useState('')
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
            <Done>{told}</Done>
          </>
        }
        filters={useFilters()}
        columns={useColumns()}
        rowHref={hrefOf}
        empty={t('empty')}
      />
      {adding && (
        <Suspense>
          <AddContribution onDone={setTold} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}
