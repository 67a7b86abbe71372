import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useFormatters } from '#web/core/format.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { CalendarButton } from '../form/calendar-button.tsx'
import classes from '../form/form.module.css'
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
        error={wrong ? t('date.wrong') : error}
        value={draft}
        autoComplete="off"
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={settle}
        onKeyDown={({ key }) => key === 'Enter' && settle()}
        rightSection={<CalendarButton label={label} getValue={() => value} onPick={onChange} />}
      />
    </div>
  )
}
