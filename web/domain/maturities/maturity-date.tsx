import type { ReactNode } from 'react'
import { useFormatters } from '#web/core/format.ts'
import classes from './maturity-date.module.css'
import { useSettlementText } from './use-settlement-text.ts'

type Props = { maturity: Parameters<ReturnType<typeof useSettlementText>>[0] }

/** The end of a term, and the day of payment beneath it where the banks rest on that day. */
export const MaturityDate = ({ maturity }: Props) => {
  const format = useFormatters()
  const why = useSettlementText()(maturity)
  return (
    <>
      {format.date(maturity.expiresOn)}
      {why && <span className={classes.why}>{why}</span>}
    </>
  )
}

type DayProps = Props & { day: 'expiresOn' | 'settlesOn' }

/**
 * One of both days, with its weekday where they differ, and the end of a term with the day of payment after it; the sentence that says why
 * is its title.
 */
export const MaturityDay = ({ maturity, day }: DayProps): ReactNode => {
  const format = useFormatters()
  const why = useSettlementText()(maturity)
  if (!why) return format.date(maturity[day])
  const write = (date: string): string => `${format.weekday(date, 'short')} ${format.date(date)}`
  return (
    <span className={classes.day} title={why}>
      {write(maturity[day])}
      {day === 'expiresOn' && <span className={classes.after}>{` → ${write(maturity.settlesOn)}`}</span>}
    </span>
  )
}
