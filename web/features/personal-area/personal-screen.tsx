import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useSession } from '#web/core/session.ts'
import { Notice } from '#web/ui/message.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { PartTabs } from '#web/ui/part-tabs.tsx'
import { MyData } from './my-data.tsx'
import classes from './personal.module.css'
import { Preferences } from './preferences.tsx'
import { Relatives } from './relatives.tsx'
import { Security } from './security.tsx'
import { Sessions } from './sessions.tsx'

const parts = { data: MyData, security: Security, sessions: Sessions, preferences: Preferences, relatives: Relatives }
type Part = keyof typeof parts

/** What whoever looks on in another's view changes in their own only. */
const guarded: readonly Part[] = ['data', 'security', 'relatives']

const isPart = (wish: string | null): wish is Part => wish !== null && Object.hasOwn(parts, wish)

/** What a person sees and decides of their own account. The part in sight stands in the address. */
export default function PersonalScreen() {
  const { t } = useTranslation(['personal-area', 'shell'])
  const [params] = useSearchParams()
  const session = useSession((state) => state.session)
  if (!session) return null
  // Before a second factor is enrolled the server answers nothing else.
  const offered: readonly Part[] = session.enrolment ? ['security'] : (Object.keys(parts) as Part[])
  const wish = params.get('part')
  const asked = params.has('enrol') ? 'security' : isPart(wish) ? wish : 'data'
  const part = offered.includes(asked) ? asked : offered[0]!
  const Shown = parts[part]
  const isKept = session.actingCvl !== null && !session.mayWorkInView && guarded.includes(part)
  return (
    <div className={classes.screen}>
      <PageHead title={t('shell:screens.personal')} context={session.fullName} />
      <PartTabs
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
