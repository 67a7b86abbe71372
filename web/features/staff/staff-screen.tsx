import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { employeeStates, getStaffOptions, listStaff, positions } from '#contract/staff.ts'
import { formatPhone, useFormatters } from '#web/core/format.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { StateBadge } from './state-badge.tsx'

type StaffList = typeof listStaff

const staffOptionsQuery = { ...buildQueryOptions(getStaffOptions, {}), staleTime: 60_000 }
const toSelectOptions = (named: readonly { id: string; name: string }[] = []) =>
  named.map(({ id, name }) => ({ value: id, label: name }))

const useStaffFilters = (): FilterChoices<StaffList> => {
  const { t } = useTranslation('staff')
  const { data } = useQuery(staffOptionsQuery)
  return useMemo(
    () => ({
      search: { control: 'search', label: t('searchHint') },
      position: {
        control: 'select',
        label: t('fields.position'),
        pinned: true,
        options: positions.map((value) => ({ value, label: t(`positions.${value}`) })),
      },
      office: { control: 'select', label: t('fields.office'), pinned: true, options: toSelectOptions(data?.offices) },
      zone: { control: 'select', label: t('fields.zone'), options: toSelectOptions(data?.zones) },
      supervisor: { control: 'select', label: t('fields.supervisor'), options: toSelectOptions(data?.people) },
      subcompany: { control: 'select', label: t('fields.subcompany'), options: toSelectOptions(data?.subcompanies) },
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

const useStaffColumns = (): readonly Column<StaffList>[] => {
  const { t } = useTranslation(['staff', 'shell'])
  const format = useFormatters()
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
      { key: 'phone', label: t('fields.phone'), optional: true, cell: (phone) => (phone ? formatPhone(phone) : '–') },
    ],
    [t, format],
  )
}

/** Asks for the rows, their count and what can be chosen from. */
export const prefetch = createListPrefetch(listStaff, () => void queryClient.prefetchQuery(staffOptionsQuery))

const buildEmployeeHref = createRowHref('/crm/RRHH')

/** The staff that the signed-in person may see. */
export default function StaffScreen() {
  const { t } = useTranslation('staff')
  const mayCreate = usePermission('bt_RRHH', 'create')
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
      filters={useStaffFilters()}
      columns={useStaffColumns()}
      rowHref={buildEmployeeHref}
      empty={t('empty')}
    />
  )
}
