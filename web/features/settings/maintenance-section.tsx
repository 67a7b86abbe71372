import { Button, Modal, NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import { changeSettings } from '#contract/settings.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { refreshSession, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { Section } from '#web/ui/section.tsx'
import classes from './settings.module.css'
import type { SettingsSectionProps } from './settings-section-props.ts'

/** Minutes that a maintenance may be announced for. */
const maintenanceMinutes = [15, 30, 60, 120, 240] as const

type MaintenanceFormValues = { message: string; minutes: string }

const computeMaintenanceEnd = (minutes: string): string | null =>
  minutes === '' ? null : new Date(Date.now() + Number(minutes) * 60_000).toISOString()

/** Closes the prefix to everybody but administrators, and opens it again. */
export const MaintenanceSection = ({ settings, change, busy: isChanging }: SettingsSectionProps) => {
  const { maintenance, version } = settings
  const { t } = useTranslation(['settings', 'shell', 'common'])
  const format = useFormatters()
  const optional = useOptionalLabel()
  const prefix = useSession((state) => state.selectedDatabasePrefix)
  const [asking, setAsking] = useState(false)
  const sending = useSubmitForm<MaintenanceFormValues>({
    defaults: { message: maintenance?.message ?? '', minutes: '' },
    version,
    submit: async ({ message, minutes }, read) => {
      setAsking(false)
      const until = computeMaintenanceEnd(minutes) ?? maintenance?.until ?? null
      const body = { version: read, maintenance: { message, until } }
      await callEndpoint(changeSettings, { body }, { refreshOnRefusal: true })
      await refreshSession()
      // The length was counted from now: sent again with another message, it would move the end.
      reset({ message, minutes: '' })
    },
  })
  const { register, reset } = sending.form
  const busy = isChanging || sending.busy
  const nameOf = (minutes: number): string =>
    minutes < 60
      ? t('maintenance.lengths.minutes', { count: minutes })
      : t('maintenance.lengths.hours', { count: minutes / 60 })
  return (
    <Section title={t('maintenance.title')} description={t('maintenance.lead')} className={classes.danger}>
      <p className={classes.fact} data-on={maintenance !== null || undefined}>
        {maintenance ? t('maintenance.on', { since: format.dateTime(maintenance.since) }) : t('maintenance.off')}
        {maintenance && (
          <span>
            {maintenance.until
              ? t('maintenance.until', { until: format.dateTime(maintenance.until) })
              : t('maintenance.open')}
          </span>
        )}
      </p>
      <Form
        formState={sending}
        draft="settings/maintenance"
        label={t('maintenance.title')}
        actions={
          <>
            {maintenance ? (
              <SubmitButton variant="default" busy={busy}>
                {t('maintenance.change')}
              </SubmitButton>
            ) : (
              <Button className={classes.dangerButton!} disabled={busy} onClick={() => setAsking(true)}>
                {t('maintenance.begin')}
              </Button>
            )}
            {maintenance && (
              <Button disabled={busy} onClick={() => void change({ maintenance: null }).catch(() => undefined)}>
                {t('maintenance.end')}
              </Button>
            )}
          </>
        }
      >
        <Textarea
          label={optional(t('maintenance.message'))}
          description={t('maintenance.messageHint')}
          rows={2}
          maxLength={500}
          disabled={busy}
          {...register('message')}
        />
        <NativeSelect
          label={optional(t('maintenance.length'))}
          className={classes.short}
          disabled={busy}
          data={[
            { value: '', label: t('maintenance.lengths.none') },
            ...maintenanceMinutes.map((minutes) => ({ value: String(minutes), label: nameOf(minutes) })),
          ]}
          {...register('minutes')}
        />
      </Form>
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('maintenance.confirmTitle', { prefix: t(`shell:prefixes.${prefix}`) })}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <p className={classes.lead}>{t('maintenance.confirmText')}</p>
        <div className={layoutClasses.dialogActions}>
          <Button variant="default" onClick={() => setAsking(false)}>
            {t('common:cancel')}
          </Button>
          <Button className={classes.dangerButton!} data-autofocus onClick={() => void sending.submit()}>
            {t('maintenance.begin')}
          </Button>
        </div>
      </Modal>
    </Section>
  )
}
