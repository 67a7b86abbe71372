import { ActionIcon } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './form.module.css'

type Props = {
  /** Of the field that it fills. */
  label: string
  /** 'YYYY-MM-DD', or '' for none: where the calendar opens. */
  getValue: () => string
  onPick: (day: string) => void
  disabled?: boolean | undefined
}

/** Opens the browser's calendar for a date that can be typed as well. */
export const CalendarButton = ({ label, getValue, onPick, disabled = false }: Props) => {
  const { t } = useTranslation('list')
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('date.calendar', { filter: label })}
        disabled={disabled}
        onClick={() => {
          if (!calendar.current) return
          calendar.current.value = getValue()
          calendar.current.showPicker()
        }}
      >
        <IconCalendar size={16} />
      </ActionIcon>
      <input
        ref={calendar}
        type="date"
        className={classes.calendar}
        tabIndex={-1}
        aria-hidden
        onChange={({ currentTarget }) => currentTarget.value && onPick(currentTarget.value)}
      />
    </>
  )
}
