import { NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import bar from '#web/domain/figures/figure-choice.module.css'
import { type FigureChoice, resolveFigureDays } from '#web/domain/figures/figure-choice.ts'
import { FigureDays, FigurePersonPicker } from '#web/domain/figures/figure-choice-bar.tsx'
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx'
import { buildMarginPeriod, findMarginPeriod, type MarginPeriod, marginPeriods } from './margin-periods.ts'

type Props = { choice: FigureChoice; onChoose: (change: Partial<FigureChoice>) => void; hasPerson?: boolean }

/** Of when and of whom: the choice of the figures, by the periods of a study. */
export const MarginChoiceBar = ({ choice, onChoose, hasPerson = true }: Props) => {
  const { t } = useTranslation('profitability')
  const today = useSession((state) => state.session?.businessDate ?? '')
  const isNarrow = useMediaQuery('(max-width: 760px)', undefined, { getInitialValueInEffect: false })
  const [hasOwnDays, setOwnDays] = useState(false)
  const found = findMarginPeriod(choice, today)
  const current = hasOwnDays ? 'custom' : found
  const options = marginPeriods.map((value) => ({ value, label: t(`periods.${value}`) }))
  const pick = (period: MarginPeriod): void => {
    // Days of one's own begin with those in sight.
    setOwnDays(period === 'custom')
    if (period === 'month') onChoose({ range: 'month' })
    else if (period === 'custom') onChoose({ range: 'custom', ...resolveFigureDays(choice, today) })
    else onChoose({ range: 'custom', ...buildMarginPeriod(period, today) })
  }
  return (
    <div className={bar.choice}>
      {isNarrow ? (
        <NativeSelect
          aria-label={t('periods.label')}
          data={current === null ? [{ value: '', label: t('periods.none') }, ...options] : options}
          value={current ?? ''}
          onChange={({ currentTarget }) => pick(currentTarget.value as MarginPeriod)}
        />
      ) : (
        <ChoiceButtons label={t('periods.label')} options={options} value={current} onPick={pick} />
      )}
      {current === 'custom' && <FigureDays key={`${choice.from} ${choice.to}`} choice={choice} onChoose={onChoose} />}
      {hasPerson && <FigurePersonPicker choice={choice} onChoose={onChoose} />}
    </div>
  )
}
