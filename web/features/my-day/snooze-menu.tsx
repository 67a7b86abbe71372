import { ActionIcon, Menu } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { useState } from 'react'
import { shiftDay } from '#rules/calendar.ts'
import { useFormatters } from '#web/core/format.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { listSnoozeDays } from './snooze-days.ts'

type SnoozeProps = {
  name: string
  restDays: ReadonlySet<string>
  /** Puts it off until that day; refuses as the server does. */
  onSnooze: (until: string) => Promise<unknown>
}

/** Asks for the day on which it comes back. Mounted while it asks. */
const OtherDayDialog = ({ name, onSnooze, onClose }: Omit<SnoozeProps, 'restDays'> & { onClose: () => void }) => {
  const { t } = useTranslation('my-day')
  const fieldText = useFieldErrorText()
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const sending = useSubmitForm<{ until: string }>({
    defaults: { until: '' },
    submit: async ({ until }) => {
      await onSnooze(dayOf(until)!)
      onClose()
    },
  })
  const title = t('snooze.title', { name })
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        formState={sending}
        label={title}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('snooze.submit')} onCancel={onClose} />}
      >
        <DateField
          data-autofocus
          label={t('snooze.until')}
          error={fieldText(sending.form.formState.errors.until)}
          {...sending.form.register('until', {
            required: 'required',
            validate: (typed) => {
              const day = dayOf(typed)
              return day === undefined ? 'date' : day > today || 'past'
            },
          })}
        />
      </Form>
    </Dialog>
  )
}

/** Puts a row off: until the next working day, next week, or another day. The key s of the list opens it. */
export const SnoozeMenu = ({ name, restDays, onSnooze }: SnoozeProps) => {
  const { t } = useTranslation('my-day')
  const format = useFormatters()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const [isChoosing, setChoosing] = useState(false)
  const { next, nextWeek } = listSnoozeDays(today, restDays)
  const isTomorrow = next === shiftDay(today, 1)
  return (
    <>
      <Menu position="bottom-end" width={240} returnFocus>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            data-snooze
            aria-label={t('snooze.of', { name })}
            title={`${t('snooze.action')}  s`}
          >
            <IconClockPause size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void onSnooze(next)}>
            {isTomorrow ? t('snooze.tomorrow') : t('snooze.nextWorkingDay', { day: format.date(next) })}
          </Menu.Item>
          {nextWeek !== next && (
            <Menu.Item onClick={() => void onSnooze(nextWeek)} rightSection={format.date(nextWeek)}>
              {t('snooze.nextWeek')}
            </Menu.Item>
          )}
          <Menu.Item onClick={() => setChoosing(true)}>{t('snooze.otherDay')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isChoosing && <OtherDayDialog name={name} onSnooze={onSnooze} onClose={() => setChoosing(false)} />}
    </>
  )
}
