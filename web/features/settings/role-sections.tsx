import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { type Role, roles } from '#contract/permissions.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './settings.module.css'
import type { SettingsSectionProps } from './settings-section-props.ts'
import { WaitingSettingChanges } from './waiting-changes.tsx'

// A refusal is told above the sections, by the screen.
const ignoreHandledError = (): void => undefined

/** Which roles can't work here without a second factor. One is added at once, unless it would lock out who decides; that, and without it, another person has to agree. */
export const SecondFactorSection = ({ settings, change, busy }: SettingsSectionProps) => {
  const { t } = useTranslation(['settings', 'limits', 'shell'])
  const [roleChange, setRoleChange] = useState<{ role: Role; words: 'add' | 'end' } | null>(null)
  const { secondFactorRoles: required, lockingRoles, waiting } = settings
  const add = (role: Role): void => {
    if (lockingRoles.includes(role)) setRoleChange({ role, words: 'add' })
    else change({ secondFactorRoles: [...required, role] }).catch(ignoreHandledError)
  }
  // By the roles as they are when it is sent: another may have been added while the reason was typed.
  const listRolesAfter = ({ role, words }: NonNullable<typeof roleChange>): Role[] =>
    words === 'add' ? [...required, role] : required.filter((one) => one !== role)
  return (
    <Section title={t('secondFactor.title')} description={t('secondFactor.lead')}>
      <WaitingSettingChanges changes={waiting} />
      <fieldset className={classes.roles} aria-label={t('secondFactor.title')}>
        {roles.map((role) => (
          <Checkbox
            key={role}
            label={t(`shell:roles.${role}`)}
            checked={required.includes(role)}
            disabled={busy || waiting.some(({ params }) => params.role === role)}
            onChange={({ currentTarget }) => {
              if (currentTarget.checked) add(role)
              else setRoleChange({ role, words: 'end' })
            }}
          />
        ))}
      </fieldset>
      {roleChange && (
        <ReasonDialog
          title={t(`secondFactor.${roleChange.words}Title`, { role: t(`shell:roles.${roleChange.role}`) })}
          text={t(`secondFactor.${roleChange.words}Text`)}
          action={t('limits:propose')}
          label={t('limits:reason')}
          hint={t('limits:reasonHint')}
          onSend={(reason) => change({ secondFactorRoles: listRolesAfter(roleChange), reason: reason.trim() })}
          onClose={() => setRoleChange(null)}
        />
      )}
    </Section>
  )
}

/** Whether people may change how the shell looks. */
export const SettingsPanelSection = ({ settings, change, busy }: SettingsSectionProps) => {
  const { t } = useTranslation('settings')
  return (
    <Section title={t('panel.title')}>
      <Checkbox
        label={t('panel.label')}
        checked={settings.settingsPanel}
        disabled={busy}
        onChange={({ currentTarget }) => {
          change({ settingsPanel: currentTarget.checked }).catch(ignoreHandledError)
        }}
      />
    </Section>
  )
}
