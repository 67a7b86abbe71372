import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { getDayWeek } from '#contract/my-day.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermissionCheck } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import textClasses from '#web/ui/text.module.css'
import classes from './my-day.module.css'

/** So many names are read at a glance. */
const shownBirthdays = 12

type Week = ResponseBody<typeof getDayWeek>

const buildPaths = (on: string, employeeId: string | null) => ({
  meetings: `/crm/AgendaComercial?view=day&date=${on}`,
  followUps: `/crm/AgendaComercial/seguimientos?owner=${employeeId}&from=${on}&to=${on}`,
  maturities: `/crm/Vencimientos?from=${on}&to=${on}`,
})

/** What the next days bring, each figure with the way to its rows. */
export const DayWeek = ({ week: { days, employeeId } }: { week: Week }) => {
  const { t } = useTranslation('my-day')
  const format = useFormatters()
  const may = usePermissionCheck()
  const [areAllShown, setAllShown] = useState(false)
  const shown = [
    ...(employeeId !== null && may('bt_AgendaComercial', 'view') ? (['meetings', 'followUps'] as const) : []),
    ...(may('bt_Vencimientos', 'view') ? (['maturities'] as const) : []),
  ]
  const birthdays = days.flatMap(({ on, birthdays: people }) => people.map((person) => ({ on, ...person })))
  if (shown.length === 0) return null
  return (
    <section className={classes.tile} aria-labelledby="day-week" data-tile="week">
      <h2 id="day-week" className={classes.name}>
        {t('week.title')}
      </h2>
      <table className={classes.week}>
        <thead className={classes.weekHead}>
          <tr>
            <th scope="col">{t('week.day')}</th>
            {shown.map((what) => (
              <th key={what} scope="col" className={classes.figure}>
                {t(`week.${what}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.on} data-rest={day.isRest || undefined}>
              <th scope="row">
                <span>{format.weekday(day.on, 'short')}</span> <span>{format.date(day.on)}</span>
              </th>
              {shown.map((what) => (
                <td key={what} className={classes.figure}>
                  {day[what] === 0 ? (
                    <span className={textClasses.quiet}>–</span>
                  ) : (
                    <Link
                      to={buildPaths(day.on, employeeId)[what]}
                      aria-label={t('week.open', {
                        what: t(`week.${what}`),
                        date: format.date(day.on),
                        count: format.number(day[what]),
                      })}
                    >
                      {format.number(day[what])}
                    </Link>
                  )}
                  {what === 'maturities' && day.maturities > 0 && (
                    <span className={classes.sum}>{format.money(day.maturing)}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {birthdays.length > 0 && (
        <p className={classes.none}>
          {t('week.birthdays')}:{' '}
          {birthdays.slice(0, areAllShown ? undefined : shownBirthdays).map(({ on, clientId, name }, n) => (
            <span key={clientId}>
              {n > 0 && ', '}
              <Link to={`/clientes/${clientId}`}>{name}</Link> ({format.date(on)})
            </span>
          ))}
          {!areAllShown && birthdays.length > shownBirthdays && (
            <>
              {' '}
              <Anchor component="button" type="button" onClick={() => setAllShown(true)}>
                {t('week.allBirthdays', { count: birthdays.length, total: format.number(birthdays.length) })}
              </Anchor>
            </>
          )}
        </p>
      )}
    </section>
  )
}
