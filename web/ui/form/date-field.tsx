import { TextInput } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { type ComponentProps, useRef } from 'react'
import { useFormatters } from '#web/core/format.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { parseTypedDate } from '#web/ui/list/parse-date.ts'
import { CalendarButton } from './calendar-button.tsx'
import classes from './form.module.css'
import { setInputValue } from './set-input-value.ts'
import { useOptionalLabel } from './use-optional-label.ts'

/** Reads a day as people type it in lists: '3/5', 'hoy', '+30'. Undefined where it is none. */
export const useParseTypedDate = (): ((typed: string) => string | undefined) => {
  const { t } = useTranslation('list')
  const today = useSession((state) => state.session?.businessDate ?? '')
  const words = { today: t('date.today'), tomorrow: t('date.tomorrow'), yesterday: t('date.yesterday') }
  return (typed) => parseTypedDate(typed, today, words)
}

type Props = Omit<ComponentProps<typeof TextInput>, 'label'> & {
  label: string
  /** The day is near today: '+30' and 'hoy' are worth knowing of. Not so a day of birth. */
  isNearToday?: boolean
  /** Said behind the label of the field, and not in the name of its calendar. */
  isOptional?: boolean
}

/** A field for a day: typed, or taken from the calendar. What is typed is written out when the field is left. */
export const DateField = ({ isNearToday = true, isOptional = false, label, ref, onBlur, ...props }: Props) => {
  const { t } = useTranslation('list')
  const format = useFormatters()
  const optional = useOptionalLabel()
  const parse = useParseTypedDate()
  const field = useRef<HTMLInputElement>(null)
  const bothRefs = useMergedRef(ref, field)
  return (
    <div className={classes.date}>
      <TextInput
        {...(isNearToday && { description: t('date.hint') })}
        placeholder={t('date.format')}
        autoComplete="off"
        maxLength={20}
        {...props}
        label={isOptional ? optional(label) : label}
        ref={bothRefs}
        rightSection={
          <CalendarButton
            label={label}
            getValue={() => parse(field.current?.value ?? '') ?? ''}
            onPick={(day) => {
              if (!field.current) return
              setInputValue(field.current, format.date(day))
              field.current.focus()
            }}
            disabled={props.disabled}
          />
        }
        onBlur={(event) => {
          const day = parse(event.currentTarget.value)
          if (day) setInputValue(event.currentTarget, format.date(day))
          onBlur?.(event)
        }}
      />
    </div>
  )
}
