import type { Goal } from '#contract/goals.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import textClasses from '#web/ui/text.module.css'
import classes from './goals.module.css'

/** What the year still lacks, in words: the pace that it takes, or that there is nothing or no day left. */
const useMissingLead = ({ missing, requiredPace, businessDaysLeft }: Goal): string => {
  const { t } = useTranslation('goals')
  const format = useFormatters()
  if (missing === null) return t('tiles.noGoal')
  if (Number(missing) === 0) return t('tiles.reached')
  if (requiredPace === null) return t('tiles.noDays')
  return t('tiles.missingLead', {
    count: businessDaysLeft,
    total: format.number(businessDaysLeft),
    amount: format.money(requiredPace),
  })
}

/** Where the person or the team stands to the goal. */
export const GoalTiles = ({ goal }: { goal: Goal }) => {
  const { t } = useTranslation('goals')
  const format = useFormatters()
  const { year, source, amount, achieved, achievedOfYear, toDate, achievement, runRate, missing, measure } = goal
  const money = (value: string | null): string => (value === null ? '–' : format.money(value))
  const missingLead = useMissingLead(goal)
  const tiles = [
    { key: 'goal', name: t('tiles.goal', { year }), value: money(amount), lead: t(`sources.${source}`) },
    {
      key: 'achieved',
      name: t('tiles.achieved'),
      value: money(achieved),
      lead: [
        t(`measures.${measure}`),
        ...(achievedOfYear === null ? [] : [t('tiles.achievedLead', { percent: format.decimal(achievedOfYear) })]),
      ].join(' · '),
    },
    {
      key: 'toDate',
      name: t('tiles.toDate'),
      value: money(toDate),
      lead: achievement === null ? t('tiles.noGoal') : t('tiles.toDateLead', { percent: format.decimal(achievement) }),
    },
    {
      key: 'runRate',
      name: t('tiles.runRate'),
      value: money(runRate),
      lead: runRate === null ? '\u00a0' : t('tiles.runRateLead'),
    },
    { key: 'missing', name: t('tiles.missing'), value: money(missing), lead: missingLead },
  ]
  return (
    <dl className={classes.tiles}>
      {tiles.map(({ key, name, value, lead }) => (
        <div key={key} className={classes.tile}>
          <dt>{name}</dt>
          <dd className={classes.value}>{value}</dd>
          <dd className={textClasses.quietFigures}>{lead}</dd>
        </div>
      ))}
    </dl>
  )
}
