import { Link } from 'react-router'
import type { HandoverDetail } from '#contract/handovers.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Section } from '#web/ui/section.tsx'
import { Timeline, type TimelineStep } from '#web/ui/timeline.tsx'

/** What happened, in its order, and what is still to come. */
export const HandoverSteps = ({ handover }: { handover: HandoverDetail }) => {
  const { t } = useTranslation('handovers')
  const format = useFormatters()
  const { state, proposedAt, proposerName, acceptedAt, acceptedBy, release, doneAt, endedAt, endedBy, endReason } =
    handover
  const maySee = usePermission('bt_Aprobaciones', 'view')
  const by = (name: string | null): string => name ?? t('timeline.nobody')
  const steps: TimelineStep[] = [{ at: proposedAt, text: t('timeline.proposed', { name: by(proposerName) }) }]
  const words = [
    ...(acceptedAt && acceptedBy ? [{ at: acceptedAt, text: t('timeline.accepted', { name: acceptedBy }) }] : []),
    ...(release?.state === 'approved' && release.decidedAt
      ? [{ at: release.decidedAt, text: t('timeline.released', { name: by(release.decidedBy) }) }]
      : []),
  ]
  steps.push(...words.sort((one, other) => one.at.localeCompare(other.at)))
  if (doneAt) steps.push({ at: doneAt, text: t('timeline.done') })
  if (state === 'rejected' || state === 'withdrawn' || state === 'undone')
    steps.push({
      at: endedAt ?? '',
      text: t(`timeline.${state}`, { name: by(endedBy) }),
      note: state === 'rejected' && endReason && t('timeline.because', { reason: endReason }),
    })
  if (state === 'expired' || state === 'failed') steps.push({ at: endedAt ?? '', text: t(`timeline.${state}`) })
  const at = { pendingText: t('timeline.ahead') }
  const until = format.dateTime(handover.expiresAt)
  if (state === 'proposed' && handover.expiresAt && !acceptedAt)
    steps.push({ at, text: t('timeline.waits', { until }) })
  if (state === 'proposed' && release?.state === 'pending')
    steps.push({
      at,
      text: t('timeline.waitsForRelease', { until }),
      note: maySee && <Link to={`/crm/Aprobaciones/${release.approvalId}`}>{t('timeline.proposal')}</Link>,
    })
  if (state === 'accepted') steps.push({ at, text: t('timeline.comes', { date: format.date(handover.effectiveOn) }) })
  return (
    <Section title={t('timeline.title')}>
      <Timeline steps={steps} />
    </Section>
  )
}
