import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { employeeStates, getStaffOptions, listStaff, positions } from '#contract/staff.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { StateBadge } from './state-badge.tsx'

/** Comes with the first record that is looked at beside the list. */
const LazyEmployeePeek = lazy(() => import('./employee-peek.tsx'))

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
        alwaysShown: true,
        options: positions.map((value) => ({ value, label: t(`positions.${value}`) })),
      },
      office: {
        control: 'select',
        label: t('fields.office'),
        alwaysShown: true,
        options: toSelectOptions(data?.offices),
      },
      zone: { control: 'select', label: t('fields.zone'), options: toSelectOptions(data?.zones) },
      supervisor: { control: 'select', label: t('fields.supervisor'), options: toSelectOptions(data?.people) },
      subcompany: { control: 'select', label: t('fields.subcompany'), options: toSelectOptions(data?.subcompanies) },
      state: {
        control: 'select',
        label: t('fields.state'),
        alwaysShown: true,
        options: employeeStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      hiredFrom: { control: 'dateRange', to: 'hiredTo', endLabels: [t('filters.hiredFrom'), t('filters.hiredTo')] },
      hiredTo: { control: 'rangeEnd' },
    }),
    [t, data],
  )
}

const useStaffColumns = () => {
  const { t } = useTranslation(['staff', 'shell'])
  return useListColumns(
    listStaff,
    useMemo(
      (): ScreenColumns<StaffList> => [
        { key: 'fullName', phone: 1 },
        'cvl',
        { key: 'position', phone: 2 },
        'officeName',
        { key: 'zoneName', optional: true },
        'supervisorName',
        { key: 'subcompanyName', optional: true },
        'hiredOn',
        {
          key: 'state',
          phone: 3,
          cell: (state, { terminatedOn }) => <StateBadge state={state} terminatedOn={terminatedOn} />,
        },
        { key: 'role', optional: true, cell: (role) => (role ? t(`shell:roles.${role}`) : t('noAccess')) },
        { key: 'terminatedOn', optional: true },
        { key: 'email', optional: true },
        { key: 'phone', optional: true },
      ],
      [t],
    ),
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
      peek={LazyEmployeePeek}
      rowHref={buildEmployeeHref}
      empty={t('empty')}
    />
  )
}
