import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { employeeStates, listStaff, positions, staffOptions } from '#contract/staff.ts'
import { phoneText, useFormat } from '#web/core/format.ts'
import { queryClient, read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { aheadOf, hrefUnder } from '#web/ui/list/list-page.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { StateBadge } from './state-badge.tsx'

type List = typeof listStaff

const options = { ...read(staffOptions, {}), staleTime: 60_000 }
const asOptions = (named: readonly { id: string; name: string }[] = []) =>
  named.map(({ id, name }) => ({ value: id, label: name }))

const useFilters = (): FilterChoices<List> => {
  const { t } = useTranslation('staff')
  const { data } = useQuery(options)
  return useMemo(
    () => ({
      search: { control: 'search', label: t('searchHint') },
      position: {
        control: 'select',
        label: t('fields.position'),
        pinned: true,
        options: positions.map((value) => ({ value, label: t(`positions.${value}`) })),
      },
      office: { control: 'select', label: t('fields.office'), pinned: true, options: asOptions(data?.offices) },
      zone: { control: 'select', label: t('fields.zone'), options: asOptions(data?.zones) },
      supervisor: { control: 'select', label: t('fields.supervisor'), options: asOptions(data?.people) },
      subcompany: { control: 'select', label: t('fields.subcompany'), options: asOptions(data?.subcompanies) },
      state: {
        control: 'select',
        label: t('fields.state'),
        pinned: true,
        options: employeeStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      hiredFrom: { control: 'date', label: t('filters.hiredFrom') },
      hiredTo: { control: 'date', label: t('filters.hiredTo') },
    }),
    [t, data],
  )
}

const useColumns = (): readonly Column<List>[] => {
  const { t } = useTranslation(['staff', 'shell'])
  const format = useFormat()
  return useMemo(
    () => [
      { key: 'fullName', label: t('fields.fullName'), phone: 1 },
      { key: 'cvl', label: t('fields.cvl') },
      { key: 'position', label: t('fields.position'), phone: 2, cell: (position) => t(`positions.${position}`) },
      { key: 'officeName', label: t('fields.office') },
      { key: 'zoneName', label: t('fields.zone'), optional: true },
      { key: 'supervisorName', label: t('fields.supervisor') },
      { key: 'subcompanyName', label: t('fields.subcompany'), optional: true },
      { key: 'hiredOn', label: t('fields.hiredOn'), cell: format.date },
      {
        key: 'state',
        label: t('fields.state'),
        phone: 3,
        cell: (state, { terminatedOn }) => <StateBadge state={state} terminatedOn={terminatedOn} />,
      },
      {
        key: 'role',
        label: t('fields.role'),
        // A column too many for a laptop, and the record says it.
        optional: true,
        cell: (role) => (role ? t(`shell:roles.${role}`) : t('noAccess')),
      },
      { key: 'terminatedOn', label: t('fields.terminatedOn'), optional: true, cell: format.date },
      { key: 'email', label: t('fields.email'), optional: true },
      { key: 'phone', label: t('fields.phone'), optional: true, cell: (phone) => (phone ? phoneText(phone) : '–') },
    ],
    [t, format],
  )
}

/** Asks for the rows, their count and what can be chosen from. */
export const ahead = aheadOf(listStaff, () => void queryClient.prefetchQuery(options))

const hrefOf = hrefUnder('/crm/RRHH')

/** The staff that the signed-in person may see. */
export default function StaffScreen() {
  const { t } = useTranslation('staff')
  const mayCreate = useCan('bt_RRHH', 'create')
  return (
    <ListScreen
      list={listStaff}
      label={t('title')}
      context={(count, total) => t('count', { count, total })}
      action={
        mayCreate && (
          <Button component={Link} to="/crm/RRHH/nuevo">
            {t('new')}
          </Button>
        )
      }
      filters={useFilters()}
      columns={useColumns()}
      rowHref={hrefOf}
      empty={t('empty')}
    />
  )
}
