import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { getOfferedLanguages } from '#contract/core/languages.ts'
import type { Idioma } from '#contract/core/values.ts'
import { startPages } from '#contract/personal-area/preferences.ts'
import { setRightSideBarOpen } from '#web/core/layout.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { setDayMail, setLanguage, setStartPage } from '#web/core/session-preferences.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './personal.module.css'
import type { PersonalSectionProps } from './personal-section-props.ts'

/** What the person has chosen for themselves. */
export const Preferences = ({ session: { prefix, settingsPanel, preferences, email } }: PersonalSectionProps) => {
  const { t } = useTranslation(['personal-area', 'shell'])
  const language = useSession((state) => state.currentLanguage)
  const hasDay = usePermission('bt_MiDia', 'view')
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
      {hasDay && (
        <Section title={t('preferences.day')}>
          <NativeSelect
            label={t('preferences.startPage')}
            description={t('preferences.startPageHint')}
            className={classes.short}
            value={preferences.startPage ?? 'last'}
            onChange={({ currentTarget }) => setStartPage(currentTarget.value as (typeof startPages)[number])}
            data={startPages.map((value) => ({ value, label: t(`preferences.startPages.${value}`) }))}
          />
          <Checkbox
            label={t('preferences.dayMail')}
            description={t('preferences.dayMailHint', { email })}
            checked={preferences.dayMail}
            onChange={({ currentTarget }) => setDayMail(currentTarget.checked)}
          />
        </Section>
      )}
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
