import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getGoal, listGoals } from '#contract/goals.ts'
import type { TeamView } from '#contract/team.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ReservedRoom } from '#web/ui/reserved-room.tsx'
import { Section } from '#web/ui/section.tsx'
import textClasses from '#web/ui/text.module.css'
import { buildGoalHref } from './goal-address.ts'
import classes from './goal-cockpit.module.css'

type GoalAchievement = {
  /** Of the year; null or nothing without a goal. */
  amount: string | null
  toDate: string | null
  achieved: string
  achievement: string | null
}

/** In per cent of the whole, between nothing and all of it. */
const toShare = (part: string, whole: string): string =>
  `${Math.min(100, Math.max(0, (100 * Number(part)) / Number(whole))).toFixed(1)}%`

/** Of everybody together what some have above their goals makes up for what others lack. */
const findMissing = (achieved: string, amount: string): string => {
  const missing = toCents(amount) - toCents(achieved)
  return centsToAmount(missing > 0n ? missing : 0n)
}

const AchievementBar = ({ achieved, amount, toDate }: { achieved: string; amount: string; toDate: string }) => {
  const { t } = useTranslation('goals')
  const format = useFormatters()
  const reading = {
    achieved: format.money(achieved),
    amount: format.money(amount),
    toDate: format.money(toDate),
  }
  return (
    <div
      className={classes.bar}
      role="img"
      aria-label={t('cockpit.reading', reading)}
      title={t('cockpit.reading', reading)}
    >
      <span
        className={classes.done}
        data-behind={Number(achieved) < Number(toDate) || undefined}
        style={{ width: toShare(achieved, amount) }}
      />
      <span className={classes.due} style={{ left: toShare(toDate, amount) }} />
    </div>
  )
}

type SetGoal = GoalAchievement & { amount: string; toDate: string }

const isGoalSet = (goal: GoalAchievement): goal is SetGoal =>
  goal.amount !== null && goal.toDate !== null && Number(goal.amount) !== 0

/** Takes the room of any goal until it is known. */
const goalSample: SetGoal = { amount: '1.00', toDate: '0.00', achieved: '0.00', achievement: '0.0' }

const AchievementFigures = ({ goal }: { goal: SetGoal }) => {
  const { t } = useTranslation('goals')
  const format = useFormatters()
  const { amount, toDate, achieved, achievement } = goal
  const figures = [
    { name: t('fields.achieved'), value: format.money(achieved) },
    { name: t('fields.toDate'), value: format.money(toDate) },
    { name: t('fields.achievement'), value: achievement === null ? '–' : format.percent(achievement) },
    { name: t('fields.amount'), value: format.money(amount) },
    { name: t('fields.missing'), value: format.money(findMissing(achieved, amount)) },
  ]
  return (
    <div className={classes.cockpit}>
      <dl className={classes.figures}>
        {figures.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <AchievementBar achieved={achieved} amount={amount} toDate={toDate} />
    </div>
  )
}

/** Of one person or their team, or of everybody in reach together. */
const useGoalAchievement = (of: string | null, kind: TeamView, year: number) => {
  const query = { year: String(year) }
  const ofPerson = useQuery({
    ...buildQueryOptions(getGoal, { params: { employeeId: of ?? '' }, query: { ...query, kind } }),
    enabled: of !== null,
  })
  const ofAll = useQuery({ ...buildQueryOptions(listGoals.count, { query }), enabled: of === null })
  const { error, refetch } = of === null ? ofAll : ofPerson
  const goal: GoalAchievement | undefined = of === null ? ofAll.data?.totals : ofPerson.data
  return { goal, error, refetch }
}

/** How whoever is chosen stands to the goal of the year. It leads to the goal, or to those of everybody in reach. */
export const GoalCockpit = ({ of, view }: { of: string | null; view: TeamView }) => {
  const { t } = useTranslation(['goals', 'list'])
  const year = Number(useSession((state) => state.session?.businessDate ?? '').slice(0, 4))
  const { goal, error, refetch } = useGoalAchievement(of, view, year)
  return (
    <Section title={t('cockpit.title', { year })} state={<Link to={buildGoalHref(of, view)}>{t('cockpit.open')}</Link>}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && goal && isGoalSet(goal) && <AchievementFigures goal={goal} />}
      {!error && !(goal && isGoalSet(goal)) && (
        <ReservedRoom sample={<AchievementFigures goal={goalSample} />}>
          {goal ? (
            <p className={textClasses.muted}>{t('cockpit.none', { year })}</p>
          ) : (
            <span role="status" aria-label={t('list:loading')} />
          )}
        </ReservedRoom>
      )}
    </Section>
  )
}
