import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { shiftDay } from '#rules/calendar.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import bar from '#web/domain/figures/figure-choice.module.css'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'

type Props = { day: string | null; onDay: (day: string) => void }

/** A day, with the one before and the one after a press away. Takes what is typed when the field is left. */
export const DayPicker = ({ day, onDay }: Props) => {
  const { t } = useTranslation('summaries')
  const format = useFormatters()
  const parse = useParseTypedDate()
  const [typed, setTyped] = useState('')
  useEffect(() => setTyped(day ? format.date(day) : ''), [day, format])
  const move = (days: number): void => {
    if (day) onDay(shiftDay(day, days))
  }
  const take = (text: string): void => {
    const next = parse(text)
    if (next && next !== day) onDay(next)
  }
  return (
    <div className={bar.days}>
      <Button variant="default" aria-label={t('dayBefore')} onClick={() => move(-1)}>
        <IconChevronLeft size={16} aria-hidden />
      </Button>
      <DateField
        label={t('day')}
        isNearToday={false}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          // Taken from the calendar, a day is whole at once.
          if (/^\d\d\/\d\d\/\d{4}$/.test(value)) take(value)
        }}
        onBlur={({ currentTarget: { value } }) => take(value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(event.currentTarget.value)
        }}
      />
      <Button variant="default" aria-label={t('dayAfter')} onClick={() => move(1)}>
        <IconChevronRight size={16} aria-hidden />
      </Button>
    </div>
  )
}
