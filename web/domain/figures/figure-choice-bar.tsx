import { type SubmitEvent, useState } from 'react'
import { figureRanges } from '#contract/figures.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { TeamViewPicker } from '../team-view-picker.tsx'
import classes from './figure-choice.module.css'
import type { FigureChoice } from './figure-choice.ts'

type Props = { choice: FigureChoice; onChoose: (change: Partial<FigureChoice>) => void }

/** The first and the last day of a range of one’s own. */
export const FigureDays = ({ choice: { from, to }, onChoose }: Props) => {
  const { t } = useTranslation(['figures', 'form'])
  const format = useFormatters()
  const parse = useParseTypedDate()
  const [typed, setTyped] = useState({ from: from ? format.date(from) : '', to: to ? format.date(to) : '' })
  const [isTried, setTried] = useState(false)
  const days = { from: parse(typed.from), to: parse(typed.to) }
  const isReversed = days.from !== undefined && days.to !== undefined && days.from > days.to
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setTried(true)
    if (days.from && days.to && !isReversed) onChoose({ from: days.from, to: days.to })
  }
  const errorOf = (end: 'from' | 'to'): string | undefined => {
    if (!isTried) return undefined
    if (!days[end]) return t('noDates')
    return end === 'to' && isReversed ? t('wrongDates') : undefined
  }
  return (
    <form className={classes.days} onSubmit={submit} noValidate>
      {(['from', 'to'] as const).map((end) => (
        <DateField
          key={end}
          label={t(end)}
          isNearToday={false}
          value={typed[end]}
          error={errorOf(end)}
          onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [end]: value }))}
        />
      ))}
      <SubmitButton variant="default" busy={false}>
        {t('apply')}
      </SubmitButton>
    </form>
  )
}

/** Of whom: everything in reach, or somebody alone or with everybody under them. */
export const FigurePersonPicker = ({ choice, onChoose }: Props) => {
  const { t } = useTranslation('figures')
  const maySeeTeam = usePermission('bt_TuEquipo', 'view')
  if (!maySeeTeam) return null
  return (
    <TeamViewPicker
      everybody={t('everybody')}
      person={choice.of ?? ''}
      onPerson={(of) => onChoose({ of: of || null })}
      {...(choice.of && { view: choice.view, onView: (view) => onChoose({ view }) })}
    />
  )
}

/** Of whom and of when: what is chosen stands in the address, and the next screen of figures begins with it. */
export const FigureChoiceBar = ({ choice, onChoose }: Props) => {
  const { t } = useTranslation('figures')
  return (
    <div className={classes.choice}>
      <ChoiceButtons
        label={t('ranges.label')}
        options={figureRanges.map((value) => ({ value, label: t(`ranges.${value}`) }))}
        value={choice.range}
        onPick={(range) => onChoose({ range })}
      />
      {choice.range === 'custom' && <FigureDays choice={choice} onChoose={onChoose} />}
      <FigurePersonPicker choice={choice} onChoose={onChoose} />
    </div>
  )
}
