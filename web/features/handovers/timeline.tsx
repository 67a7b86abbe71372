import { useTranslation } from 'react-i18next'
import type { HandoverDetail } from '#contract/handovers.ts'
import { useFormat } from '#web/core/format.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './handovers.module.css'

/** What happened, in its order, and what is still to come. */
export const Timeline = ({ handover }: { handover: HandoverDetail }) => {
  const { t } = useTranslation('handovers')
  const format = useFormat()
  const { state, proposedAt, proposerName, acceptedAt, acceptedBy, doneAt, endedAt, endedBy, endReason } = handover
  const by = (name: string | null): string => name ?? t('timeline.nobody')
  const steps: [moment: string, text: string][] = [[proposedAt, t('timeline.proposed', { name: by(proposerName) })]]
  if (acceptedAt && acceptedBy) steps.push([acceptedAt, t('timeline.accepted', { name: acceptedBy })])
  if (doneAt) steps.push([doneAt, t('timeline.done')])
  if (state === 'rejected' || state === 'withdrawn' || state === 'undone')
    steps.push([endedAt ?? '', t(`timeline.${state}`, { name: by(endedBy) })])
  if (state === 'expired' || state === 'failed') steps.push([endedAt ?? '', t(`timeline.${state}`)])
  const ahead =
    state === 'proposed' && handover.expiresAt
      ? t('timeline.waits', { until: format.dateTime(handover.expiresAt) })
      : state === 'accepted'
        ? t('timeline.comes', { date: format.date(handover.effectiveOn) })
        : undefined
  return (
    <Section title={t('timeline.title')}>
      <ol className={classes.timeline}>
        {steps.map(([moment, text]) => (
          <li key={text}>
            <time dateTime={moment}>{format.dateTime(moment || null)}</time>
            <span>{text}</span>
          </li>
        ))}
        {ahead && (
          <li>
            <time>{t('timeline.ahead')}</time>
            <span>{ahead}</span>
          </li>
        )}
      </ol>
      {endReason && state === 'rejected' && (
        <p className={classes.plain}>{t('timeline.because', { reason: endReason })}</p>
      )}
    </Section>
  )
}
