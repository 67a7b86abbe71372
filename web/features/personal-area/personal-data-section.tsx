import { useTranslation } from '#web/core/use-translation.ts'
import { Section } from '#web/ui/section.tsx'
import { OwnEmployeeSection } from './own-employee-section.tsx'
import classes from './personal.module.css'
import type { PersonalSectionProps } from './personal-section-props.ts'

/** How the firm knows the person: the user that they sign in as, and the member of staff that they are. */
export const PersonalDataSection = ({ session }: PersonalSectionProps) => {
  const { t } = useTranslation(['personal-area', 'shell'])
  const { fullName, email, username, cvl, role, zoneName, prefix } = session
  const facts: [string, string, 'no'?][] = [
    [t('data.fullName'), fullName, 'no'],
    [t('data.email'), email, 'no'],
    [t('data.username'), username, 'no'],
    [t('data.cvl'), cvl ?? '–'],
    [t('data.role'), t(`shell:roles.${role}`)],
    [t('data.zone'), zoneName ?? '–'],
    [t('data.firm'), t(`shell:prefixes.${prefix}`)],
  ]
  return (
    <>
      <Section title={t('data.title')} description={t('data.lead')}>
        <dl className={classes.facts}>
          {facts.map(([name, value, translate]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd translate={translate}>{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <OwnEmployeeSection />
    </>
  )
}
