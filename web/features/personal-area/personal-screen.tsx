import { useSearchParams } from 'react-router'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { SectionTabs } from '#web/ui/section-tabs.tsx'
import { Notice } from '#web/ui/status-messages.tsx'
import { NotificationKinds } from './notification-kinds.tsx'
import classes from './personal.module.css'
import { PersonalDataSection } from './personal-data-section.tsx'
import { Preferences } from './preferences.tsx'
import { Relatives } from './relatives.tsx'
import { Security } from './security.tsx'
import { Sessions } from './sessions.tsx'

const personalAreaSections = {
  data: PersonalDataSection,
  security: Security,
  sessions: Sessions,
  preferences: Preferences,
  notifications: NotificationKinds,
  relatives: Relatives,
}
type PersonalAreaSection = keyof typeof personalAreaSections

/** What whoever looks on in another's view changes in their own only. */
const sectionsHiddenInView: readonly PersonalAreaSection[] = ['data', 'security', 'relatives']

const isPersonalAreaSection = (sectionParam: string | null): sectionParam is PersonalAreaSection =>
  sectionParam !== null && Object.hasOwn(personalAreaSections, sectionParam)

/** What a person sees and decides of their own account. The part in sight stands in the address. */
export default function PersonalScreen() {
  const { t } = useTranslation(['personal-area', 'shell'])
  const [params] = useSearchParams()
  const session = useSession((state) => state.session)
  if (!session) return null
  // Before a second factor is enrolled the server answers nothing else.
  const offered: readonly PersonalAreaSection[] = session.enrolment
    ? ['security']
    : (Object.keys(personalAreaSections) as PersonalAreaSection[])
  const sectionParam = params.get('part')
  const requestedSection = params.has('enrol')
    ? 'security'
    : isPersonalAreaSection(sectionParam)
      ? sectionParam
      : 'data'
  const part = offered.includes(requestedSection) ? requestedSection : offered[0]!
  const Shown = personalAreaSections[part]
  const isKept = session.actingCvl !== null && !session.mayWorkInView && sectionsHiddenInView.includes(part)
  return (
    <div className={classes.screen}>
      <PageHead title={t('shell:screens.personal')} context={session.fullName} />
      <SectionTabs
        label={t('sections')}
        current={part}
        parts={offered.map((one) => ({
          key: one,
          name: t(`tabs.${one}`),
          href: one === 'data' ? '/crm/areapersonal' : `/crm/areapersonal?part=${one}`,
        }))}
      />
      {isKept ? (
        <fieldset className={classes.kept} disabled>
          <Notice>{t('inView')}</Notice>
          <Shown session={session} />
        </fieldset>
      ) : (
        <Shown session={session} />
      )}
    </div>
  )
}
