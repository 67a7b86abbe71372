import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import { type EmployeeRow, employeeStates, getStaffOptions, listStaff, positions } from '#contract/staff.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useRecordRowActions } from '#web/domain/record-row-actions.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { ChoiceCell } from '#web/ui/list/choice-cell.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import type { RowAction } from '#web/ui/list/row-menu-types.ts'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { StateBadge } from './state-badge.tsx'
import { useSubcompanyChange } from './use-subcompany-change.ts'

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

type SubcompanyChange = ReturnType<typeof useSubcompanyChange>['change']

/** The companies to choose from, and none. */
const useSubcompanyOptions = () => {
  const { t } = useTranslation('staff')
  const subcompanies = useQuery(staffOptionsQuery).data?.subcompanies
  return useMemo(() => [{ value: '', label: t('form.none') }, ...toSelectOptions(subcompanies)], [t, subcompanies])
}

const useStaffColumns = (options: ReturnType<typeof useSubcompanyOptions>, change: SubcompanyChange) => {
  const { t } = useTranslation(['staff', 'shell'])
  const mayEdit = usePermission('bt_RRHH', 'edit')
  const ownCvl = useSession((state) => state.session?.cvl)
  // The table keeps its columns while the function that changes a row is another one with each draw.
  const latest = useRef(change)
  useEffect(() => {
    latest.current = change
  })
  return useListColumns(
    listStaff,
    useMemo((): ScreenColumns<StaffList> => {
      const renderSubcompany = (name: string | null, row: EmployeeRow) => {
        const seen = options.find(({ label }) => label === name)?.value ?? ''
        if (!mayEdit || row.cvl === ownCvl || (name !== null && seen === '')) return name ?? '–'
        return (
          <ChoiceCell
            label={t('fields.subcompany')}
            value={seen}
            options={options}
            onPick={(picked) => void latest.current(row, seen, picked)}
          />
        )
      }
      return [
        { key: 'fullName', phone: 1 },
        'cvl',
        { key: 'position', phone: 2 },
        'officeName',
        { key: 'zoneName', optional: true },
        'supervisorName',
        { key: 'subcompanyName', optional: true, cell: renderSubcompany },
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
      ]
    }, [t, options, mayEdit, ownCvl]),
  )
}

/** Asks for the rows, their count and what can be chosen from. */
export const prefetch = createListPrefetch(listStaff, () => void queryClient.prefetchQuery(staffOptionsQuery))

const buildEmployeeHref = createRowHref('/crm/RRHH')

/** What can be done with an employee from their row. Nobody changes their own record. */
const useEmployeeRowActions = (): ((row: EmployeeRow) => RowAction[]) => {
  const { t } = useTranslation('staff')
  const mayEdit = usePermission('bt_RRHH', 'edit')
  const ownCvl = useSession((state) => state.session?.cvl)
  const recordActions = useRecordRowActions()
  return ({ id, cvl, phone, email }) => [
    ...recordActions({ phone, email }),
    ...(mayEdit && cvl !== ownCvl
      ? [{ key: 'edit', label: t('detail.edit'), href: `${buildEmployeeHref({ id })}/editar` }]
      : []),
  ]
}

/** The staff that the signed-in person may see. */
export default function StaffScreen() {
  const { t } = useTranslation('staff')
  const mayCreate = usePermission('bt_RRHH', 'create')
  const subcompanies = useSubcompanyOptions()
  const { messages, change } = useSubcompanyChange(subcompanies)
  return (
    <ListScreen
      list={listStaff}
      label={t('title')}
      context={(count, total) => t('count', { count, total })}
      canStartFromEmpty
      action={
        mayCreate && (
          <Button component={Link} to="/crm/RRHH/nuevo" leftSection={<IconPlus size={16} aria-hidden />}>
            {t('new')}
          </Button>
        )
      }
      filters={useStaffFilters()}
      columns={useStaffColumns(subcompanies, change)}
      contentAbove={<ResultMessage messages={messages} />}
      peek={LazyEmployeePeek}
      rowHref={buildEmployeeHref}
      rowActions={useEmployeeRowActions()}
      empty={t('empty')}
      emptyHint={t('emptyHint')}
    />
  )
}
