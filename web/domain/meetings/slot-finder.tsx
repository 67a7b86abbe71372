import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findSlots } from '#contract/meetings.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import textClasses from '#web/ui/text.module.css'
import { chooseSlots, type Slot } from './choose-slots.ts'
import { formatLocalTime } from './meeting-times.ts'
import classes from './meetings.module.css'

type Props = {
  /** The organiser and the colleagues who take part. */
  employees: readonly string[]
  from: string
  minutes: number
  /** The meeting that is changed. */
  meetingId: string | undefined
  onPick: (slot: Slot) => void
}

const FoundSlots = ({ employees, from, minutes, meetingId, onPick }: Props) => {
  const { t } = useTranslation('meetings')
  const format = useFormatters()
  const [buffer, setBuffer] = useState('0')
  const query = {
    employees: employees.join(','),
    from,
    minutes,
    buffer: Number(buffer),
    step: 30,
    ...(meetingId && { without: meetingId }),
  }
  const { data, error, refetch } = useQuery({
    ...buildQueryOptions(findSlots, { query }),
    placeholderData: keepPreviousData,
  })
  const shown = chooseSlots(data?.slots ?? [])
  const days = [...new Set(shown.map(({ startsAt }) => startsAt.slice(0, 10)))]
  const describe = ({ startsAt, endsAt }: Slot): string =>
    `${format.weekday(startsAt.slice(0, 10), 'short')} ${formatLocalTime(format, startsAt)}–${endsAt.slice(11)}`
  return (
    <fieldset className={classes.slots} aria-label={t('slots.title')}>
      <NativeSelect
        label={t('slots.buffer')}
        description={t('slots.hint')}
        data={['0', '15', '30', '60']}
        value={buffer}
        onChange={(event) => setBuffer(event.currentTarget.value)}
      />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.slots.length === 0 && <p className={textClasses.smallHint}>{t('slots.none')}</p>}
      {days.map((day) => (
        <div key={day}>
          <p className={classes.slotDay}>{`${format.weekday(day, 'short')} ${format.date(day)}`}</p>
          <div className={classes.slotList}>
            {shown
              .filter(({ startsAt }) => startsAt.startsWith(day))
              .map((slot) => (
                <Button
                  key={slot.startsAt}
                  variant="default"
                  size="compact-sm"
                  aria-label={describe(slot)}
                  onClick={() => onPick(slot)}
                >
                  {`${slot.startsAt.slice(11)}–${slot.endsAt.slice(11)}`}
                </Button>
              ))}
          </div>
        </div>
      ))}
      {data && data.withoutGoogle.length > 0 && (
        <p className={textClasses.smallHint}>{t('slots.withoutGoogle', { names: data.withoutGoogle.join(', ') })}</p>
      )}
      {data && data.notConnectedToGoogle.length > 0 && (
        <p className={textClasses.smallHint}>
          {t('slots.notConnected', { names: data.notConnectedToGoogle.join(', ') })}
        </p>
      )}
      {data && data.slots.length > shown.length && <p className={textClasses.smallHint}>{t('slots.more')}</p>}
    </fieldset>
  )
}

/** Offers times at which all who take part are free; one press sets day and time. */
export const SlotFinder = (props: Props) => {
  const { t } = useTranslation('meetings')
  const [isOpen, setOpen] = useState(false)
  if (props.employees.length === 0) return null
  return (
    <div>
      <Button variant="default" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('slots.action')}
      </Button>
      {isOpen && <FoundSlots {...props} />}
    </div>
  )
}
