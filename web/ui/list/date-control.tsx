import { ActionIcon, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormatters } from '#web/core/format.ts'
import { useSession } from '#web/core/session.ts'
import { inputWrapperOrder } from '#web/ui/form/date-field.tsx'
import classes from './filters.module.css'
import { parseTypedDate } from './parse-date.ts'

type Props = { label: string; value: string; onChange: (value: string) => void; error?: string | undefined }

/** A date by typing ('3/5', 'hoy', '+30') or from the browser's calendar. `value` is 'YYYY-MM-DD' or ''. */
export const DateControl = ({ label, value, onChange, error }: Props) => {
  const { t } = useTranslation('list')
  const format = useFormatters()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const shown = value && format.date(value)
  const [draft, setDraft] = useState(shown)
  const [wrong, setWrong] = useState(false)
  const calendar = useRef<HTMLInputElement>(null)
  useEffect(() => {
    setDraft(shown)
    setWrong(false)
  }, [shown])

  const settle = (): void => {
    if (draft.trim() === shown) {
      setWrong(false)
      return
    }
    const words = { today: t('date.today'), tomorrow: t('date.tomorrow'), yesterday: t('date.yesterday') }
    const date = draft.trim() ? parseTypedDate(draft, today, words) : ''
    setWrong(date === undefined)
    if (date === undefined) return
    setDraft(date && format.date(date))
    if (date !== value) onChange(date)
  }
  return (
    <div className={classes.date}>
      <TextInput
        label={label}
        description={t('date.hint')}
        inputWrapperOrder={inputWrapperOrder}
        error={wrong ? t('date.wrong') : error}
        value={draft}
        autoComplete="off"
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={settle}
        onKeyDown={({ key }) => key === 'Enter' && settle()}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('date.calendar', { filter: label })}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={16} />
          </ActionIcon>
        }
      />
      <input
        ref={calendar}
        type="date"
        className={classes.calendar}
        tabIndex={-1}
        aria-hidden
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  )
}
