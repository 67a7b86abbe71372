import { IconHourglass } from '@tabler/icons-react'
import { useParams } from 'react-router'
import type { PersonRights } from '#contract/access.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { RecordHistory } from '#web/domain/record-history.tsx'
import { RecordNavigation } from '#web/ui/list/record-trail.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import textClasses from '#web/ui/text.module.css'
import classes from './access.module.css'
import { AccessSection } from './access-section.tsx'
import { EffectiveRightsSection } from './effective-rights-section.tsx'
import { ExplanationSection } from './explanation-section.tsx'
import { RulesSection } from './rules-section.tsx'
import { SubmittedChangeNotice } from './submitted-notice.tsx'
import { useUserAccess } from './use-user-access.ts'

/** Changes that wait for somebody else. */
const WaitingAccessChanges = ({ waiting }: Pick<PersonRights, 'waiting'>) => {
  const { t } = useTranslation(['permissions', 'approvals'])
  const format = useFormatters()
  if (waiting.length === 0) return null
  return (
    <ul className={classes.waitings} aria-label={t('waiting.title')}>
      {waiting.map(({ approvalId, task, makerName, madeAt, reason }) => (
        <li key={approvalId}>
          <IconHourglass size={16} aria-hidden />
          <span>
            {t('waiting.of', {
              task: t(`approvals:tasks.${task}`),
              name: makerName ?? '–',
              date: format.dateTime(madeAt),
            })}{' '}
            <span className={textClasses.muted}>{reason}</span>
          </span>
          <ApprovalLink approvalId={approvalId}>{t('sent.open')}</ApprovalLink>
        </li>
      ))}
    </ul>
  )
}

/** One person: who they are here, what they may do, and why. */
export default function UserAccessScreen() {
  const { t } = useTranslation(['permissions', 'shell', 'list'])
  const { userId = '' } = useParams()
  const { person, error, refetch, sent, setSent } = useUserAccess(userId)
  if (!person) return <MissingRecord title={t('shell:screens.accessPerson')} error={error} refetch={refetch} />
  const context = [t(`shell:roles.${person.role}`), person.cvl, person.officeName].filter(Boolean).join(' · ')
  return (
    <div className={classes.screen}>
      <PageHead title={person.fullName} context={context} action={<RecordNavigation />}>
        {person.mine && <p className={classes.note}>{t('person.mine')}</p>}
      </PageHead>
      <SubmittedChangeNotice sent={sent} />
      <WaitingAccessChanges waiting={person.waiting} />
      {person.state === 'working' && <ExplanationSection person={person} />}
      <AccessSection person={person} onProposed={setSent} />
      <RulesSection person={person} onProposed={setSent} />
      <EffectiveRightsSection person={person} />
      <RecordHistory entity="access" recordId={userId} />
    </div>
  )
}
