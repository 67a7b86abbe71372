import { Button } from '@mantine/core'
import { IconCopy, IconSettings } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { goalStates } from '#contract/goals/kinds.ts'
import { listGoals } from '#contract/goals.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { prefetchListAddress } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import { listGoalYears, readGoalYear } from './goal-address.ts'

const LazyCopyDialog = lazy(() => import('./copy-goals-dialog.tsx'))
const LazyRulesDialog = lazy(() => import('./goal-rules-dialog.tsx'))

type GoalList = typeof listGoals

const useGoalFilters = (thisYear: number): FilterChoices<GoalList> => {
  const { t } = useTranslation('goals')
  return useMemo(
    () => ({
      search: { control: 'search', label: t('search') },
      year: {
        control: 'select',
        label: t('year'),
        alwaysShown: true,
        options: listGoalYears(thisYear).map((year) => ({ value: String(year), label: String(year) })),
      },
      state: {
        control: 'select',
        label: t('state'),
        alwaysShown: true,
        options: goalStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
    }),
    [t, thisYear],
  )
}

const useGoalColumns = (year: number) => {
  const format = useFormatters()
  return useListColumns(
    listGoals,
    useMemo(
      (): ScreenColumns<GoalList> => [
        { key: 'name', phone: 1 },
        { key: 'cvl', optional: true },
        'amount',
        'toDate',
        { key: 'achieved', phone: 2 },
        {
          key: 'achievement',
          phone: 3,
          cell: (percent) => (percent === null ? '–' : format.percent(percent)),
          total: ({ achievement }) => (achievement === null ? '–' : format.percent(achievement)),
        },
        'runRate',
        'missing',
        {
          key: 'teamAmount',
          cell: (amount, { id }) =>
            amount === null ? (
              '–'
            ) : (
              <Link to={`/crm/Objetivos/${id}?year=${year}&kind=team`}>{format.money(amount)}</Link>
            ),
        },
      ],
      [format, year],
    ),
  )
}

/** Asks for the rows and their count. */
export const prefetch = ({ searchParams }: URL): void => prefetchListAddress(listGoals, searchParams)

/** The goal of everybody in reach for a year, and how they stand to it. */
export default function GoalsScreen() {
  const { t } = useTranslation(['goals', 'list', 'form', 'contacts'])
  const thisYear = Number(useSession((state) => state.session?.businessDate ?? '').slice(0, 4))
  const [params] = useSearchParams()
  const year = readGoalYear(params, thisYear)
  const mayCopy = usePermission('bt_Objetivos', 'create')
  const maySetRules = usePermission('bt_Ajustes', 'edit')
  const [open, setOpen] = useState<'copy' | 'rules' | null>(null)
  const messages = useResultMessage()
  const done = {
    onDone: (text: string) => messages.show({ text }),
    onClose: () => setOpen(null),
  }
  return (
    <>
      <ListScreen
        list={listGoals}
        label={t('title')}
        context={(count, total) => `${year} · ${t('count', { count, total })}`}
        action={
          <>
            {maySetRules && (
              <Button
                variant="default"
                leftSection={<IconSettings size={16} aria-hidden />}
                onClick={() => setOpen('rules')}
              >
                {t('actions.rules')}
              </Button>
            )}
            {mayCopy && (
              <Button leftSection={<IconCopy size={16} aria-hidden />} onClick={() => setOpen('copy')}>
                {t('actions.copy')}
              </Button>
            )}
          </>
        }
        contentAbove={<ResultMessage messages={messages} />}
        filters={useGoalFilters(thisYear)}
        columns={useGoalColumns(year)}
        rowHref={({ id }) => `/crm/Objetivos/${id}?year=${year}`}
        empty={t('empty')}
        emptyHint={t('emptyHint')}
      />
      <Suspense>
        {open === 'copy' && <LazyCopyDialog year={Math.max(year, thisYear)} {...done} />}
        {open === 'rules' && <LazyRulesDialog {...done} />}
      </Suspense>
    </>
  )
}
