import { Button, NativeSelect } from '@mantine/core'
import { getOfferedLanguages } from '#contract/core/languages.ts'
import type { Idioma } from '#contract/core/values.ts'
import { setRightSideBarOpen } from '#web/core/layout.ts'
import { useSession } from '#web/core/session.ts'
import { setLanguage } from '#web/core/session-preferences.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './personal.module.css'
import type { PersonalSectionProps } from './personal-section-props.ts'

/** What the person has chosen for themselves. */
export const Preferences = ({ session: { prefix, settingsPanel } }: PersonalSectionProps) => {
  const { t } = useTranslation(['personal-area', 'shell'])
  const language = useSession((state) => state.currentLanguage)
  return (
    <>
      <Section title={t('tabs.preferences')}>
        <NativeSelect
          label={t('preferences.language')}
          description={t('preferences.languageHint')}
          className={classes.short}
          value={language}
          onChange={({ currentTarget }) => setLanguage(currentTarget.value as Idioma)}
          data={getOfferedLanguages(prefix).map((value) => ({ value, label: t(`shell:languages.${value}`) }))}
        />
      </Section>
      {settingsPanel && (
        <Section title={t('preferences.layout')} description={t('preferences.layoutLead')}>
          <div className={classes.actions}>
            <Button variant="default" onClick={() => setRightSideBarOpen(true)}>
              {t('preferences.openLayout')}
            </Button>
          </div>
        </Section>
      )}
    </>
  )
}
