import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { groupOfReason } from '#contract/maturities/reasons.ts'
import { getMaturityDesk, listMaturities, maturityViews, maturityWindows } from '#contract/maturities.ts'
import { maturityInstructions } from '#contract/products.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { amountOf } from '#web/domain/amount.tsx'
import { aheadOf } from '#web/ui/list/list-page.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { readState } from '#web/ui/list/url-state.ts'
import type { Selected } from '#web/ui/list/use-selection.ts'
import { InstructionDone } from './instruction-done.tsx'
import { MaturityActions } from './maturity-actions.tsx'
import { useInstructionMessage } from './use-instruction-message.ts'

type List = typeof listMaturities

const useFilters = (): FilterChoices<List> => {
  const { t } = useTranslation('maturities')
  return useMemo(
    () => ({
      search: { control: 'search', label: t('search') },
      within: {
        control: 'select',
        label: t('fields.within'),
        pinned: true,
        options: maturityWindows.map((value) => ({ value, label: t(`within.${value}`) })),
      },
      view: {
        control: 'select',
        label: t('fields.view'),
        pinned: true,
        options: maturityViews.map((value) => ({ value, label: t(`views.${value}`) })),
      },
      instruction: {
        control: 'select',
        label: t('fields.instruction'),
        pinned: true,
        options: maturityInstructions.map((value) => ({ value, label: t(`instructions.${value}`) })),
      },
      called: { control: 'yesNo', label: t('fields.called') },
      stopped: { control: 'yesNo', label: t('fields.stopped') },
    }),
    [t],
  )
}

const useColumns = (): readonly Column<List>[] => {
  const { t } = useTranslation('maturities')
  const format = useFormat()
  return useMemo(
    () => [
      { key: 'expiresOn', label: t('fields.expiresOn'), phone: 2, cell: format.date },
      { key: 'clientName', label: t('fields.client'), phone: 1 },
      { key: 'clientCvl', label: t('fields.cvl'), optional: true },
      { key: 'accountNumber', label: t('fields.account') },
      { key: 'productName', label: t('fields.product'), optional: true },
      { key: 'rate', label: t('fields.rate'), align: 'end', optional: true, cell: (rate) => format.rate(rate) },
      {
        key: 'balance',
        label: t('fields.balance'),
        align: 'end',
        phone: 3,
        cell: (amount) => amountOf(format, amount),
        total: ({ balance }) => amountOf(format, balance),
      },
      {
        key: 'instruction',
        label: t('fields.instruction'),
        cell: (instruction) => t(`instructions.${instruction}`),
      },
      {
        key: 'reasons',
        label: t('fields.reasons'),
        cell: (reasons) =>
          reasons.length === 0
            ? '–'
            : [...new Set(reasons.map(groupOfReason))].map((group) => t(`reasons.${group}`)).join(' · '),
      },
      { key: 'lastCallOn', label: t('fields.lastCallOn'), cell: format.date },
      { key: 'lastCallNote', label: t('fields.lastCallNote'), optional: true, cell: (note) => note ?? '–' },
    ],
    [t, format],
  )
}

const desk = read(getMaturityDesk, {})

/** Asks for the rows and their count. */
export const ahead = aheadOf(listMaturities)

const hrefOf = ({ id, clientId }: { id: string; clientId: string }): string => `/clientes/${clientId}/cuentas/${id}`

/** What matures in the next weeks, the nearest first, and what is to become of it. */
export default function MaturitiesScreen() {
  const { t } = useTranslation('maturities')
  const format = useFormat()
  const [params] = useSearchParams()
  const { filters } = readState(listMaturities, params)
  const mayEdit = useCan('bt_Vencimientos', 'edit')
  const { data } = useQuery(desk)
  const kept =
    data?.retention &&
    t('retention', {
      retention: format.decimal(data.retention),
      renewed: format.money(data.renewed),
      matured: format.money(data.matured),
    })
  const messages = useInstructionMessage()
  const actions = (selected: Selected, _count: number, { clear }: { clear: () => void }) => (
    <MaturityActions
      selected={selected}
      messages={messages}
      onDone={clear}
      filters={filters}
      products={data?.products ?? []}
      parked={filters.view === 'parked'}
    />
  )
  return (
    <ListScreen
      list={listMaturities}
      label={t('title')}
      context={(count, total) => [t('count', { count, total }), kept].filter(Boolean).join(' · ')}
      above={<InstructionDone messages={messages} />}
      filters={useFilters()}
      columns={useColumns()}
      rowHref={hrefOf}
      empty={t('empty')}
      selection={mayEdit ? actions : undefined}
    />
  )
}
