import type { JournalDetail } from '#contract/journals.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import classes from './journal-entry.module.css'

type Props = { parts: NonNullable<JournalDetail['attribution']> }

/** Whether the journal has parts that the reader may see. */
export const findShownParts = ({ attribution }: JournalDetail): Props['parts'] | null =>
  attribution && attribution.length > 0 ? attribution : null

/** Who is credited with which part of a journal. Needs the texts of journals. */
export const JournalAttribution = ({ parts }: Props) => {
  const { t } = useTranslation('journals')
  const format = useFormatters()
  const isNew = parts[0]?.isNew ?? null
  return (
    <>
      {isNew !== null && <p className={classes.muted}>{t(isNew ? 'attribution.isNew' : 'attribution.isReinvested')}</p>}
      <ScrollFrame label={t('attribution.title')}>
        <table className={classes.lines} aria-label={t('attribution.title')}>
          <thead>
            <tr>
              <th scope="col">{t('attribution.person')}</th>
              <th scope="col">{t('attribution.role')}</th>
              <th scope="col">{t('attribution.share')}</th>
              <th scope="col">{t('attribution.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ n, name, role, share, amount }) => (
              <tr key={n}>
                <td>
                  {name ?? t('attribution.nobody')}
                  <span className={classes.accountBelow}>{t(`attribution.roles.${role}`)}</span>
                </td>
                <td>{t(`attribution.roles.${role}`)}</td>
                <td>{format.rate(share)}</td>
                <td>{format.money(amount, { euros: true })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
    </>
  )
}
