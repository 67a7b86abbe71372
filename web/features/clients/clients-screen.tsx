import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import {
  accountTabs,
  addressStates,
  clientFilterOptions,
  clientViews,
  listClients,
  verificationStates,
} from '#contract/clients.ts'
import { phoneText, useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { Amount } from '#web/domain/amount.tsx'
import { AddressBadge, DniBadge, VerificationBadge } from '#web/domain/client-badges.tsx'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { ClientTabs } from './client-tabs.tsx'
import { useCountryName } from './country-name.ts'

type List = typeof listClients
type Options = ReturnType<typeof useOptions>

const useOptions = () => useQuery({ ...read(clientFilterOptions, {}), staleTime: 5 * 60_000 }).data

const useFilters = (options: Options): FilterChoices<List> => {
  const { t } = useTranslation('clients')
  const countryName = useCountryName()
  return {
    search: { control: 'search', label: t('searchHint') },
    view: { control: 'elsewhere' },
    person: { control: 'elsewhere' },
    name: { control: 'text', label: t('fields.name') },
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
      options: verificationStates.flatMap((value) =>
        value === 'indifferent' ? [] : [{ value, label: t(`verification.${value}`) }],
      ),
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
  }
}

const useColumns = (): readonly Column<List>[] => {
  const { t } = useTranslation('clients')
  const format = useFormat()
  const countryName = useCountryName()
  return [
    { key: 'fullName', label: t('fields.fullName'), phone: 1 },
    { key: 'cvl', label: t('fields.cvl') },
    { key: 'managerName', label: t('fields.manager') },
    { key: 'kycStatus', label: t('fields.kyc'), phone: 2, cell: (status) => <VerificationBadge status={status} /> },
    { key: 'addressStatus', label: t('fields.address'), cell: (status) => <AddressBadge status={status} /> },
    {
      key: 'dniValidUntil',
      label: t('fields.dniValidUntil'),
      cell: (until, { dniStatus }) => <DniBadge status={dniStatus} until={until} />,
    },
    {
      key: 'capital',
      label: t('fields.capital'),
      align: 'end',
      cell: (amount) => <Amount value={amount} />,
      total: ({ capital }) => <Amount value={capital} />,
    },
    {
      key: 'balance',
      label: t('fields.balance'),
      align: 'end',
      phone: 3,
      cell: (amount) => <Amount value={amount} />,
      total: ({ balance }) => <Amount value={balance} />,
    },
    { key: 'dniStatus', label: t('fields.dni'), optional: true, cell: (status) => <DniBadge status={status} /> },
    { key: 'activeAccounts', label: t('fields.activeAccounts'), align: 'end', optional: true },
    { key: 'kind', label: t('fields.kind'), optional: true, cell: (kind) => t(`kind.${kind}`) },
    { key: 'identityNumber', label: t('fields.identityNumber'), optional: true },
    { key: 'email', label: t('fields.email'), optional: true },
    { key: 'phone', label: t('fields.phone'), optional: true, cell: (phone) => (phone ? phoneText(phone) : '–') },
    { key: 'country', label: t('fields.country'), optional: true, cell: countryName },
    { key: 'city', label: t('fields.city'), optional: true },
    { key: 'zoneName', label: t('fields.zone'), optional: true },
    { key: 'registeredOn', label: t('fields.registeredOn'), optional: true, cell: format.date },
  ]
}

/** The clients that the signed-in person may see. */
export default function ClientsScreen() {
  const { t } = useTranslation('clients')
  const format = useFormat()
  const options = useOptions()
  const [params] = useSearchParams()
  const view = clientViews.find((known) => known === params.get('view'))
  const person = options?.managers.find(({ id }) => id === params.get('person'))
  const whose = view === 'of' && person ? t('views.ofPerson', { name: person.name }) : t(`views.${view ?? 'all'}`)
  return (
    <ListScreen
      list={listClients}
      label={t('title')}
      context={(total) => `${whose} · ${t('count', { count: total, total: format.number(total) })}`}
      above={<ClientTabs options={options} />}
      filters={useFilters(options)}
      columns={useColumns()}
      rowHref={({ id }) => `/clientes/${id}`}
      empty={t('empty')}
    />
  )
}
