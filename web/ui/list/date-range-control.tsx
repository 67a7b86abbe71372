import { Button } from '@mantine/core'
import { dayPresets, isRelativeDay } from '#contract/core/relative-day.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { DateControl } from './date-control.tsx'
import { splitDateRange } from './filter-text.ts'
import classes from './filters.module.css'

type Props = {
  /** Of the first and of the last day. */
  endLabels: readonly [string, string]
  /** Presets of days to come are offered too. */
  hasFuture: boolean
  /** 'first~last', either of them perhaps empty. */
  value: string
  onChange: (value: string) => void
}

/** The first and the last day of a filter: a span that moves with the calendar, or days of it. */
export const DateRangeControl = ({ endLabels, hasFuture, value, onChange }: Props) => {
  const { t } = useTranslation('list')
  const { from, to } = splitDateRange(value)
  const offered = dayPresets.filter((preset) => hasFuture || !('isFuture' in preset))
  // A day that moves with the calendar stands in its preset, not in a field.
  const toCalendarDay = (day: string): string => (isRelativeDay(day) ? '' : day)
  return (
    <div className={layoutClasses.closeRows}>
      <fieldset className={classes.presets} aria-label={t('dates.presetsLabel')}>
        {offered.map((preset) => {
          const isChosen = preset.from === from && preset.to === to
          return (
            <Button
              key={preset.key}
              size="compact-sm"
              variant={isChosen ? 'light' : 'default'}
              aria-pressed={isChosen}
              onClick={() => onChange(isChosen ? '' : `${preset.from}~${preset.to}`)}
            >
              {t(`dates.presets.${preset.key}`)}
            </Button>
          )
        })}
      </fieldset>
      <DateControl
        label={endLabels[0]}
        value={toCalendarDay(from)}
        onChange={(day) => onChange(`${day}~${toCalendarDay(to)}`)}
      />
      <DateControl
        label={endLabels[1]}
        value={toCalendarDay(to)}
        onChange={(day) => onChange(`${toCalendarDay(from)}~${day}`)}
      />
    </div>
  )
}

/** Single days that a filter offers. */
const singleDays = ['today', 'todayPlus7', 'todayPlus30', 'monthEnd'] as const

/** The day of a filter: one that moves with the calendar, or one of it. */
export const DayControl = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) => {
  const { t } = useTranslation('list')
  return (
    <div className={layoutClasses.closeRows}>
      <DateControl label={label} value={isRelativeDay(value) ? '' : value} onChange={onChange} />
      <fieldset className={classes.presets} aria-label={t('dates.presetsLabel')}>
        {singleDays.map((day) => (
          <Button
            key={day}
            size="compact-sm"
            variant={day === value ? 'light' : 'default'}
            aria-pressed={day === value}
            onClick={() => onChange(day === value ? '' : day)}
          >
            {t(`dates.days.${day}`)}
          </Button>
        ))}
      </fieldset>
    </div>
  )
}
