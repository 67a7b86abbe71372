import { NativeSelect } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { type GoalKind, goalKinds } from '#contract/goals/kinds.ts'
import { type Goal, getGoal, removeGoal, setGoal } from '#contract/goals.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useAddress } from '#web/core/use-address.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import bar from '#web/domain/figures/figure-choice.module.css'
import page from '#web/domain/figures/figures.module.css'
import { RecordHistory } from '#web/domain/record-history.tsx'
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type RecordAction, RecordActions } from '#web/ui/record-actions.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import { listGoalYears, readGoalYear } from './goal-address.ts'
import { GoalMonths } from './goal-months.tsx'
import { GoalProjection } from './goal-projection.tsx'
import { GoalTiles } from './goal-tiles.tsx'
import { GoalYears } from './goal-years.tsx'

const LazyGoalDialog = lazy(() => import('./goal-dialog.tsx'))

const readKind = (params: URLSearchParams): GoalKind =>
  goalKinds.find((known) => known === params.get('kind')) ?? 'individual'

const goalQuery = (employeeId: string, year: number | undefined, kind: GoalKind) =>
  buildQueryOptions(getGoal, { params: { employeeId }, query: { ...(year && { year: String(year) }), kind } })

/** Asks for the goal that the address names. */
export const prefetch = ({ pathname, searchParams }: URL): void =>
  void queryClient.prefetchQuery(
    goalQuery(pathname.split('/').at(-1)!, readGoalYear(searchParams, 0) || undefined, readKind(searchParams)),
  )

/** Removes a goal, and sets it again where that was a slip. */
const useRemoval = (goal: Goal, messages: ReturnType<typeof useResultMessage>) => {
  const { t } = useTranslation('goals')
  const format = useFormatters()
  const { run } = useAction()
  const params = { employeeId: goal.employee.id }
  const { year, kind, version } = goal
  return () =>
    void run(async () => {
      try {
        const query = { year: String(year), kind, version: String(version) }
        const { amount, months } = await callEndpoint(removeGoal, { params, query }, { refreshOnRefusal: true })
        messages.show({
          text: t('removed.done', { amount: format.money(amount) }),
          undo: async () => {
            await callEndpoint(setGoal, { params, body: { year, kind, version: 0, amount, months } })
            return t('removed.undone', { amount: format.money(amount) })
          },
        })
      } catch (error) {
        messages.showFailure(error)
      }
    })
}

const useGoalActions = (goal: Goal, messages: ReturnType<typeof useResultMessage>, onSet: () => void) => {
  const { t } = useTranslation('goals')
  const mayRemove = usePermission('bt_Objetivos', 'delete')
  const remove = useRemoval(goal, messages)
  if (!goal.isEditable) return []
  const isSet = goal.source === 'set'
  const set: RecordAction = {
    key: 'set',
    label: t(isSet ? 'actions.change' : 'actions.set'),
    icon: <IconPencil size={16} aria-hidden />,
    onClick: onSet,
  }
  const removal: RecordAction = {
    key: 'remove',
    label: t('actions.remove'),
    icon: <IconTrash size={16} aria-hidden />,
    onClick: remove,
  }
  return isSet && mayRemove ? [set, removal] : [set]
}

const GoalPage = ({ goal }: { goal: Goal }) => {
  const { t } = useTranslation('goals')
  const format = useFormatters()
  const thisYear = Number(useSession((state) => state.session?.businessDate ?? '').slice(0, 4))
  const [, change] = useAddress()
  const [isSetting, setSetting] = useState(false)
  const messages = useResultMessage()
  const { employee, year, kind, hasTeam, through } = goal
  const actions = useGoalActions(goal, messages, () => setSetting(true))
  const years = listGoalYears(thisYear)
  return (
    <div className={page.screen}>
      <PageHead
        title={t('dialog.title', { name: employee.name, year })}
        context={`${employee.cvl} · ${t(`sources.${goal.source}`)} · ${format.date(through)}`}
        action={<RecordActions actions={actions} />}
      >
        <div className={bar.choice}>
          <NativeSelect
            aria-label={t('year')}
            value={String(year)}
            data={(years.includes(year) ? years : [year, ...years]).map(String)}
            onChange={({ currentTarget: { value } }) => change((params) => params.set('year', value))}
          />
          {hasTeam && (
            <ChoiceButtons
              label={t('kinds.label')}
              options={goalKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
              value={kind}
              onPick={(value) => change((params) => params.set('kind', value))}
            />
          )}
        </div>
        <ResultMessage messages={messages} />
      </PageHead>
      <GoalTiles goal={goal} />
      <GoalMonths goal={goal} />
      {goal.projection && <GoalProjection projection={goal.projection} goal={goal} />}
      <GoalYears goal={goal} />
      <RecordHistory entity="goal" recordId={employee.id} />
      <Suspense>
        {isSetting && (
          <LazyGoalDialog
            key={`${year} ${kind}`}
            goal={goal}
            onDone={(text) => messages.show({ text })}
            onClose={() => setSetting(false)}
          />
        )}
      </Suspense>
    </div>
  )
}

/** The goal of a member of staff or their team for a year: where they stand, month by month, and where they will end. */
export default function GoalScreen() {
  const { t } = useTranslation(['goals', 'list', 'chart', 'form', 'contacts', 'audit'])
  const employeeId = useParams().employeeId!
  const [params] = useAddress()
  const { data, error, refetch } = useQuery({
    ...goalQuery(employeeId, readGoalYear(params, 0) || undefined, readKind(params)),
    placeholderData: keepPreviousData,
  })
  if (data && !error && data.employee.id === employeeId) return <GoalPage goal={data} />
  if (!error) return <RecordSkeleton label={t('list:loading')} tiles={4} />
  return (
    <div className={page.screen}>
      <PageHead title={t('title')} />
      <ErrorState error={error} onRetry={() => void refetch()} />
    </div>
  )
}
