import { Button, Pill, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { findDirectoryPeople } from '#contract/google-calendar.ts'
import { type Attendee, findColleagues } from '#contract/meetings.ts'
import { searchRecords } from '#contract/search.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FieldRow } from '#web/ui/form/field-row.tsx'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { useServerSearch } from '#web/ui/form/use-server-search.ts'
import classes from './meetings.module.css'

/** An attendee as the form has them: what is sent, and what is shown. */
export type ChosenAttendee = { attendee: Attendee; name: string }

export const toAttendeeKey = (attendee: Attendee): string =>
  attendee.kind === 'guest' ? `guest:${attendee.email.toLowerCase()}` : `${attendee.kind}:${attendee.id}`

const isEmail = (typed: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim())

type Props = {
  value: readonly ChosenAttendee[]
  onChange: (value: ChosenAttendee[]) => void
  error?: string | undefined
}

type FoundPerson = ChosenAttendee & { key: string; label: string }

/**
 * Colleagues of the whole firm, the contacts and clients whom the caller sees, and people of the directory at Google. `answered`: to which text this is
 * the answer; the directory may come later.
 */
const useFoundPeople = (typed: string): { people: FoundPerson[]; answered: string | null } => {
  const { t } = useTranslation('meetings')
  const mayAskGoogle = usePermission('bt_Calendario', 'view')
  const staff = useServerSearch(typed, (q) => buildQueryOptions(findColleagues, { query: { q } }))
  const records = useServerSearch(typed, (q) => buildQueryOptions(searchRecords, { query: { q } }))
  const { found: directory } = useServerSearch(typed, (q) => buildQueryOptions(findDirectoryPeople, { query: { q } }), {
    isPaused: !mayAskGoogle,
  })
  const found = [
    ...(staff.found?.colleagues ?? []).map(({ id, name, cvl }) => ({ kind: 'employee' as const, id, name, code: cvl })),
    ...(records.found?.results ?? []).flatMap(({ kind, id, title, code }) =>
      kind === 'contact' || kind === 'client' ? [{ kind, id, name: title, code: code ?? '' }] : [],
    ),
  ]
  const people = [
    ...found.map(({ kind, id, name, code }) => ({
      key: `${kind}:${id}`,
      attendee: { kind, id },
      name,
      label: [name, code].filter(Boolean).join(' · '),
    })),
    // Of the firm's directory at Google: invited as guests, by their e-mail.
    ...(directory?.people ?? []).map(({ name, email }) => ({
      key: `guest:${email.toLowerCase()}`,
      attendee: { kind: 'guest' as const, name, email },
      name,
      label: t('add.directoryPerson', { name, email }),
    })),
  ]
  return { people, answered: staff.answered === records.answered ? staff.answered : null }
}

const GuestField = ({ onAdd }: { onAdd: (email: string) => void }) => {
  const { t } = useTranslation(['meetings', 'form'])
  const optional = useOptionalLabel()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const add = (): void => {
    setWrong(!isEmail(typed))
    if (!isEmail(typed)) return
    onAdd(typed.trim())
    setTyped('')
  }
  return (
    <FieldRow>
      <TextInput
        label={optional(t('add.guestEmail'))}
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        value={typed}
        error={isWrong && t('form:codes.email')}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <Button variant="default" className={classes.beside} onClick={add}>
        {t('add.addGuest')}
      </Button>
    </FieldRow>
  )
}

/** Who takes part beside the organiser and whom the meeting is about. */
export const AttendeesField = ({ value, onChange, error }: Props) => {
  const { t } = useTranslation('meetings')
  const optional = useOptionalLabel()
  const labelId = useId()
  const [typed, setTyped] = useState('')
  const { people, answered } = useFoundPeople(typed)
  const chosen = new Set(value.map(({ attendee }) => toAttendeeKey(attendee)))
  const add = (one: ChosenAttendee): void => {
    if (!chosen.has(toAttendeeKey(one.attendee))) onChange([...value, one])
  }
  return (
    <div className={classes.attendees}>
      <SearchSelect
        // Made anew after each choice: the field is empty again.
        key={value.length}
        label={optional(t('fields.attendees'))}
        placeholder={t('add.attendeeHint')}
        error={error}
        onSearch={setTyped}
        answered={answered}
        value=""
        onChange={(key) => {
          const person = people.find((one) => one.key === key)
          if (person) add({ attendee: person.attendee, name: person.name })
        }}
        data={people.filter(({ key }) => !chosen.has(key)).map(({ key, label }) => ({ value: key, label }))}
      />
      {value.length > 0 && (
        <ul className={classes.chosen} aria-labelledby={labelId}>
          <li id={labelId} hidden>
            {t('fields.attendees')}
          </li>
          {value.map(({ attendee, name }) => (
            <li key={toAttendeeKey(attendee)}>
              <Pill
                withRemoveButton
                onRemove={() => onChange(value.filter((one) => one.attendee !== attendee))}
                removeButtonProps={{
                  'aria-label': t('add.removeAttendee', { name }),
                  tabIndex: 0,
                  'aria-hidden': false,
                }}
              >
                {name}
              </Pill>
            </li>
          ))}
        </ul>
      )}
      <GuestField onAdd={(email) => add({ attendee: { kind: 'guest', name: email, email }, name: email })} />
    </div>
  )
}
