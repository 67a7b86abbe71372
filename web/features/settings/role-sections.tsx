import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { roles } from '#contract/permissions.ts'
import { Section } from '#web/ui/section.tsx'
import type { SectionProps } from './section-props.ts'
import classes from './settings.module.css'

// A refusal is told above the sections, by the screen.
const told = (): void => undefined

/** Which roles can't work here without a second factor. */
export const SecondFactorSection = ({ settings, change, busy }: SectionProps) => {
  const { t } = useTranslation(['settings', 'shell'])
  const { secondFactorRoles: required } = settings
  return (
    <Section title={t('secondFactor.title')} lead={t('secondFactor.lead')}>
      <fieldset className={classes.roles} aria-label={t('secondFactor.title')}>
        {roles.map((role) => (
          <Checkbox
            key={role}
            label={t(`shell:roles.${role}`)}
            checked={required.includes(role)}
            disabled={busy}
            onChange={({ currentTarget }) => {
              const others = required.filter((one) => one !== role)
              change({ secondFactorRoles: currentTarget.checked ? [...others, role] : others }).catch(told)
            }}
          />
        ))}
      </fieldset>
    </Section>
  )
}

/** Whether people may change how the shell looks. */
export const PanelSection = ({ settings, change, busy }: SectionProps) => {
  const { t } = useTranslation('settings')
  return (
    <Section title={t('panel.title')}>
      <Checkbox
        label={t('panel.label')}
        checked={settings.settingsPanel}
        disabled={busy}
        onChange={({ currentTarget }) => {
          change({ settingsPanel: currentTarget.checked }).catch(told)
        }}
      />
    </Section>
  )
}
