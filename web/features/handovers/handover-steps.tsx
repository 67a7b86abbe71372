import { useTranslation } from 'react-i18next'
import type { HandoverDetail } from '#contract/handovers.ts'
import { useFormat } from '#web/core/format.ts'
import { Section } from '#web/ui/section.tsx'
import { type Step, Timeline } from '#web/ui/timeline.tsx'

/** What happened, in its order, and what is still to come. */
export const HandoverSteps = ({ handover }: { handover: HandoverDetail }) => {
  const { t } = useTranslation('handovers')
  const format = useFormat()
  const { state, proposedAt, proposerName, acceptedAt, acceptedBy, doneAt, endedAt, endedBy, endReason } = handover
  const by = (name: string | null): string => name ?? t('timeline.nobody')
  const steps: Step[] = [{ at: proposedAt, text: t('timeline.proposed', { name: by(proposerName) }) }]
  if (acceptedAt && acceptedBy) steps.push({ at: acceptedAt, text: t('timeline.accepted', { name: acceptedBy }) })
  if (doneAt) steps.push({ at: doneAt, text: t('timeline.done') })
  if (state === 'rejected' || state === 'withdrawn' || state === 'undone')
    steps.push({
      at: endedAt ?? '',
      text: t(`timeline.${state}`, { name: by(endedBy) }),
      note: state === 'rejected' && endReason && t('timeline.because', { reason: endReason }),
    })
  if (state === 'expired' || state === 'failed') steps.push({ at: endedAt ?? '', text: t(`timeline.${state}`) })
  const at = { ahead: t('timeline.ahead') }
  if (state === 'proposed' && handover.expiresAt)
    steps.push({ at, text: t('timeline.waits', { until: format.dateTime(handover.expiresAt) }) })
  if (state === 'accepted') steps.push({ at, text: t('timeline.comes', { date: format.date(handover.effectiveOn) }) })
  return (
    <Section title={t('timeline.title')}>
      <Timeline steps={steps} />
    </Section>
  )
}
