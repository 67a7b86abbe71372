import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { operationBlockReasons } from '#contract/clients/operation-eligibility.ts'
import {
  accountTabs,
  addressStates,
  clientListRoles,
  clientViews,
  formStates,
  getClientFilterOptions,
  listClients,
  verificationStates,
} from '#contract/clients.ts'
import { consentStatuses } from '#contract/consents/purposes.ts'
import { parseId } from '#contract/core/filter-check.ts'
import { useCountryName } from '#web/core/country-name.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { usePermission, usePermissionCheck, useSeesOwnClientsOnly } from '#web/core/session.ts'
import { type Translate, useTranslation } from '#web/core/use-translation.ts'
import { useClientBadges } from '#web/domain/client-badges.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import type { SelectedRows } from '#web/ui/list/use-selection.ts'
import type { RequestedAccountAction } from './client-row-menu.tsx'
import { ClientTabs, getManagerName } from './client-tabs.tsx'

/** Comes with the first record that is looked at beside the list. */
const LazyClientPeek = lazy(() => import('./client-peek.tsx'))

const importParts = () => import('./client-list-parts.tsx')
const LazyClientRowMenu = lazy(() => importParts().then(({ ClientRowMenu }) => ({ default: ClientRowMenu })))
const LazyClientRowAction = lazy(() => importParts().then(({ ClientRowAction }) => ({ default: ClientRowAction })))
const LazyClientSelection = lazy(() => importParts().then(({ ClientSelection }) => ({ default: ClientSelection })))
const LazyStatementsDialog = lazy(() => importParts().then(({ StatementsDialog }) => ({ default: StatementsDialog })))

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

const listStopReasons = (t: Translate<'clients'>) =>
  operationBlockReasons.map((value) => ({ value, label: t(`stopReasons.${value}`) }))

const useClientFilters = (options: ClientFilterOptions): FilterChoices<ClientList> => {
  const { t } = useTranslation('clients')
  const countryName = useCountryName()
  const hidesManager = useSeesOwnClientsOnly()
  return useMemo(() => {
    const consent = consentStatuses.map((value) => ({ value, label: t(`consentStates.${value}`) }))
    return {
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
      manager: hidesManager
        ? { control: 'elsewhere' }
        : {
            control: 'select',
            label: t('fields.manager'),
            alwaysShown: true,
            options: (options?.managers ?? []).map(({ id, name }) => ({ value: id, label: name })),
          },
      kyc: {
        control: 'select',
        label: t('fields.kyc'),
        alwaysShown: true,
        // 'indifferent' is the filter that isn't set.
        options: verificationStates.map((value) => ({
          value,
          label: t(`verification.${value}`),
          ...(value === 'indifferent' && { isHidden: true as const }),
        })),
      },
      address: {
        control: 'select',
        label: t('fields.addressProof'),
        options: addressStates.map((value) => ({ value, label: t(`addressState.${value}`) })),
      },
      form: {
        control: 'select',
        label: t('fields.form'),
        options: formStates.map((value) => ({ value, label: t(`formState.${value}`) })),
      },
      accountStatus: {
        control: 'select',
        label: t('filters.accountStatus'),
        alwaysShown: true,
        options: accountTabs.map((value) => ({ value, label: t(`accountTabs.${value}`) })),
      },
      smartContributions: { control: 'yesNo', label: t('filters.smartContributions') },
      strategicAlliances: { control: 'yesNo', label: t('filters.strategicAlliances') },
      smartMovements: { control: 'yesNo', label: t('filters.smartMovements') },
      dniExpiresBefore: { control: 'date', label: t('filters.dniExpiresBefore') },
      joint: { control: 'yesNo', label: t('filters.joint') },
      companies: { control: 'yesNo', label: t('filters.companies') },
      blocked: { control: 'yesNo', label: t('filters.blocked') },
      lopd: { control: 'select', label: t('filters.lopd'), options: consent },
      marketing: { control: 'select', label: t('filters.marketing'), options: consent },
      transfers: { control: 'select', label: t('filters.transfers'), options: consent },
      stoppedBy: { control: 'select', label: t('filters.stoppedBy'), options: listStopReasons(t) },
    }
  }, [t, countryName, options, hidesManager])
}

const useClientColumns = () => {
  const { t } = useTranslation('clients')
  const badges = useClientBadges()
  const hidesManager = useSeesOwnClientsOnly()
  return useListColumns(
    listClients,
    useMemo(
      (): ScreenColumns<ClientList> => [
        { key: 'fullName', phone: 1 },
        'cvl',
        'phone',
        'nextMaturityOn',
        // Beside the manager it would push the balance out of sight of a laptop.
        ...(hidesManager ? (['nextFollowUpOn'] as const) : (['managerName'] as const)),
        { key: 'kycStatus', phone: 2, cell: (status) => badges.verification(status) },
        { key: 'addressStatus', label: t('fields.address'), optional: true, cell: (status) => badges.address(status) },
        {
          key: 'dniValidUntil',
          optional: true,
          cell: (until, { kind, dniStatus }) =>
            kind === 'company' && dniStatus === 'missing' ? t('notApplicable') : badges.dni(dniStatus, until),
        },
        'capital',
        { key: 'balance', phone: 3 },
        { key: 'interestToDate', optional: true },
        { key: 'dniStatus', optional: true, cell: (status) => badges.dni(status) },
        ...(hidesManager ? [] : ([{ key: 'nextFollowUpOn', optional: true }] as const)),
        { key: 'nextFollowUp', optional: true },
        { key: 'formStatus', optional: true, cell: (status) => badges.form(status) },
        { key: 'formOn', optional: true },
        { key: 'activeAccounts', optional: true, cell: (count) => count || '–' },
        { key: 'kind', optional: true },
        { key: 'identityNumber', optional: true },
        { key: 'email', optional: true },
        { key: 'country', optional: true },
        { key: 'city', optional: true },
        { key: 'zoneName', optional: true },
        { key: 'registeredOn', optional: true },
      ],
      [t, badges, hidesManager],
    ),
  )
}

/** Asks for the rows, their count and what can be chosen from. */
export const prefetch = createListPrefetch(
  listClients,
  (params) => void queryClient.prefetchQuery(buildClientOptionsQuery(params)),
)

const renderClientSelection = (selected: SelectedRows, count: number) => (
  <LazyClientSelection selected={selected} count={count} />
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
  const may = usePermissionCheck()
  const mayHandOver = may('bt_Traspasos', 'create')
  const mayWork = may('bt_Clientes', 'edit') || may('bt_Clientes', 'approve')
  const [requestedAction, setRequestedAction] = useState<RequestedAccountAction>()
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
      contentAbove={
        <>
          <ClientTabs options={options} />
          <Suspense>{requestedAction && <LazyClientRowAction requestedAction={requestedAction} />}</Suspense>
        </>
      }
      action={
        <>
          {mayExport && <StatementsButton manager={parseId(params.get('manager')) ?? ''} />}
          {may('bt_Clientes', 'create') && (
            <Button component={Link} to="/clientes/nuevo" leftSection={<IconPlus size={16} aria-hidden />}>
              {t('new')}
            </Button>
          )}
        </>
      }
      filters={useClientFilters(options)}
      columns={useClientColumns()}
      peek={LazyClientPeek}
      rowHref={buildClientHref}
      empty={t('empty')}
      emptyHint={t('emptyHint')}
      rowActions={(row) => <LazyClientRowMenu row={row} href={buildClientHref(row)} onRequest={setRequestedAction} />}
      selection={mayHandOver || mayExport || mayWork ? renderClientSelection : undefined}
    />
  )
}
