import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import {
  accountTabs,
  addressStates,
  clientListRoles,
  clientViews,
  getClientFilterOptions,
  listClients,
  verificationStates,
} from '#contract/clients.ts'
import { parseId } from '#contract/core/filter-check.ts'
import { useCountryName } from '#web/core/country-name.ts'
import { formatPhone, useFormatters } from '#web/core/format.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { useClientBadges } from '#web/domain/client-badges.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import type { SelectedRows } from '#web/ui/list/use-selection.ts'
import { ClientTabs, getManagerName } from './client-tabs.tsx'

const ClientSelection = lazy(() => import('./client-selection.tsx'))
const LazyStatementsDialog = lazy(() => import('./statements-dialog.tsx'))

type ClientList = typeof listClients
type ClientFilterOptions = ReturnType<typeof useClientFilterOptions>

/** With the name of whose clients are shown. */
const buildClientOptionsQuery = (params: URLSearchParams) => {
  const person = parseId(params.get('person'))
  return {
    ...buildQueryOptions(getClientFilterOptions, { query: person ? { person } : {} }),
    staleTime: 5 * 60_000,
    placeholderData: keepPreviousData,
  }
}
const useClientFilterOptions = (params: URLSearchParams) => useQuery(buildClientOptionsQuery(params)).data

const useClientFilters = (options: ClientFilterOptions): FilterChoices<ClientList> => {
  const { t } = useTranslation('clients')
  const countryName = useCountryName()
  return useMemo(
    () => ({
      search: { control: 'search', label: t('searchHint') },
      view: { control: 'elsewhere' },
      person: { control: 'elsewhere' },
      as: { control: 'elsewhere' },
      name: { control: 'text', label: t('fields.name'), hint: t('filters.nameHint') },
      email: { control: 'text', label: t('fields.email') },
      cvl: { control: 'text', label: t('fields.cvl') },
      phone: { control: 'text', label: t('fields.phone') },
      country: {
        control: 'select',
        label: t('fields.country'),
        options: (options?.countries ?? []).map((value) => ({ value, label: countryName(value) })),
      },
      manager: {
        control: 'select',
        label: t('fields.manager'),
        pinned: true,
        options: (options?.managers ?? []).map(({ id, name }) => ({ value: id, label: name })),
      },
      kyc: {
        control: 'select',
        label: t('fields.kyc'),
        pinned: true,
        // 'indifferent' is the filter that isn't set.
        options: verificationStates.map((value) => ({
          value,
          label: t(`verification.${value}`),
          ...(value === 'indifferent' && { unoffered: true as const }),
        })),
      },
      address: {
        control: 'select',
        label: t('fields.addressProof'),
        options: addressStates.map((value) => ({ value, label: t(`addressState.${value}`) })),
      },
      accountStatus: {
        control: 'select',
        label: t('filters.accountStatus'),
        pinned: true,
        options: accountTabs.map((value) => ({ value, label: t(`accountTabs.${value}`) })),
      },
      smartContributions: { control: 'yesNo', label: t('filters.smartContributions') },
      strategicAlliances: { control: 'yesNo', label: t('filters.strategicAlliances') },
      smartMovements: { control: 'yesNo', label: t('filters.smartMovements') },
      dniExpiresBefore: { control: 'date', label: t('filters.dniExpiresBefore') },
      joint: { control: 'yesNo', label: t('filters.joint') },
      companies: { control: 'yesNo', label: t('filters.companies') },
    }),
    [t, countryName, options],
  )
}

const useClientColumns = (): readonly Column<ClientList>[] => {
  const { t } = useTranslation('clients')
  const format = useFormatters()
  const countryName = useCountryName()
  const badges = useClientBadges()
  return useMemo(
    () => [
      { key: 'fullName', label: t('fields.fullName'), phone: 1 },
      { key: 'cvl', label: t('fields.cvl') },
      { key: 'managerName', label: t('fields.manager') },
      { key: 'kycStatus', label: t('fields.kyc'), phone: 2, cell: (status) => badges.verification(status) },
      { key: 'addressStatus', label: t('fields.address'), cell: (status) => badges.address(status) },
      {
        key: 'dniValidUntil',
        label: t('fields.dniValidUntil'),
        cell: (until, { dniStatus }) => badges.dni(dniStatus, until),
      },
      {
        key: 'capital',
        label: t('fields.capital'),
        align: 'end',
        cell: (amount) => renderAmount(format, amount),
        total: ({ capital }) => renderAmount(format, capital),
      },
      {
        key: 'balance',
        label: t('fields.balance'),
        align: 'end',
        phone: 3,
        cell: (amount) => renderAmount(format, amount),
        total: ({ balance }) => renderAmount(format, balance),
      },
      {
        key: 'interestToDate',
        label: t('fields.interestToDate'),
        align: 'end',
        optional: true,
        // Of the rows of before, while the column is on its way, it isn't known yet.
        cell: (amount) => (amount === undefined ? '…' : renderAmount(format, amount)),
      },
      { key: 'dniStatus', label: t('fields.dni'), optional: true, cell: (status) => badges.dni(status) },
      { key: 'activeAccounts', label: t('fields.activeAccounts'), align: 'end', optional: true },
      { key: 'kind', label: t('fields.kind'), optional: true, cell: (kind) => t(`kind.${kind}`) },
      { key: 'identityNumber', label: t('fields.identityNumber'), optional: true },
      { key: 'email', label: t('fields.email'), optional: true },
      { key: 'phone', label: t('fields.phone'), optional: true, cell: (phone) => (phone ? formatPhone(phone) : '–') },
      { key: 'country', label: t('fields.country'), optional: true, cell: countryName },
      { key: 'city', label: t('fields.city'), optional: true },
      { key: 'zoneName', label: t('fields.zone'), optional: true },
      { key: 'registeredOn', label: t('fields.registeredOn'), optional: true, cell: format.date },
    ],
    [t, format, countryName, badges],
  )
}

/** Asks for the rows, their count and what can be chosen from. */
export const prefetch = createListPrefetch(
  listClients,
  (params) => void queryClient.prefetchQuery(buildClientOptionsQuery(params)),
)

const renderClientSelection = (selected: SelectedRows, count: number) => (
  <ClientSelection selected={selected} count={count} />
)

const buildClientHref = createRowHref('/clientes')

/** Asks which statements to take out, beginning with the manager of the list. */
const StatementsButton = ({ manager }: { manager: string }) => {
  const { t } = useTranslation('clients')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('statements')}
      </Button>
      <Suspense>{asking && <LazyStatementsDialog manager={manager} onClose={() => setAsking(false)} />}</Suspense>
    </>
  )
}

/** The clients that the signed-in person may see. */
export default function ClientsScreen() {
  const { t } = useTranslation('clients')
  const [params] = useSearchParams()
  const options = useClientFilterOptions(params)
  const mayHandOver = usePermission('bt_Traspasos', 'create')
  const mayExport = usePermission('bt_Clientes', 'export')
  const view = clientViews.find((known) => known === params.get('view'))
  const name = view === 'of' ? getManagerName(options, params.get('person') ?? '') : null
  const as = clientListRoles.find((known) => known === params.get('as'))
  const whose = name
    ? [t('views.ofPerson', { name }), ...(as ? [t(`views.as.${as}`)] : [])].join(' ')
    : t(`views.${view ?? 'all'}`)
  return (
    <ListScreen
      list={listClients}
      label={t('title')}
      context={(count, total) => `${whose} · ${t('count', { count, total })}`}
      above={<ClientTabs options={options} />}
      action={mayExport && <StatementsButton manager={params.get('manager') ?? ''} />}
      filters={useClientFilters(options)}
      columns={useClientColumns()}
      rowHref={buildClientHref}
      empty={t('empty')}
      selection={mayHandOver ? renderClientSelection : undefined}
    />
  )
}
