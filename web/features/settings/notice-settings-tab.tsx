import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { getNoticeSettings, type NoticeTopic, switchNoticeTopic } from '#contract/notices.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { NoticePreview } from './notice-preview.tsx'
import classes from './settings.module.css'
import { WaitingSettingChanges } from './waiting-changes.tsx'

const noticeSettingsQuery = buildQueryOptions(getNoticeSettings, {})

/** Of what clients are told by e-mail, with an example of each before it is switched on. */
export const NoticeSettingsTab = () => {
  const { t } = useTranslation(['notices', 'limits', 'list'])
  const format = useFormatters()
  const mayEdit = usePermission('bt_Ajustes', 'edit')
  const maySeeNotices = usePermission('bt_Avisos', 'view')
  const { data, error, refetch } = useQuery(noticeSettingsQuery)
  const [asking, setAsking] = useState<NoticeTopic | null>(null)
  const [ending, setEnding] = useState<NoticeTopic | null>(null)
  const [shown, setShown] = useState<NoticeTopic | null>(null)
  const { busy, failure, run } = useAction()
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={layoutClasses.skeleton} role="status" aria-label={t('list:loading')} />
  const store = async (topic: NoticeTopic, on: boolean, reason?: string): Promise<void> => {
    const body = { on, was: !on, ...(reason && { reason: reason.trim() }) }
    await callEndpoint(switchNoticeTopic, { params: { topic }, body }, { refreshOnRefusal: true })
  }
  const conflict = failure instanceof CallError && failure.status === 409
  return (
    <Section title={t('settings.title')} description={t('settings.lead')}>
      <FailureMessage of={failure}>{conflict ? t('settings.conflict') : undefined}</FailureMessage>
      <WaitingSettingChanges changes={data.waiting} />
      <fieldset className={classes.topics} aria-label={t('settings.title')}>
        {data.topics.map(({ topic, on }) => (
          <div key={topic} className={classes.topic}>
            <Checkbox
              label={t(`settings.topics.${topic}`)}
              description={
                topic === 'maturity' && !on && data.coming > 0
                  ? t('settings.coming', { count: data.coming, total: format.number(data.coming) })
                  : undefined
              }
              checked={on}
              disabled={busy || !mayEdit || data.waiting.some(({ params }) => params.topic === topic)}
              onChange={() => (on ? setEnding(topic) : setAsking(topic))}
            />
            {maySeeNotices && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('settings.previewOf', { topic: t(`settings.topics.${topic}`) })}
                onClick={() => setShown(topic)}
              >
                {t('settings.preview')}
              </Button>
            )}
          </div>
        ))}
      </fieldset>
      {maySeeNotices && (
        <p className={classes.lead}>
          <Link to="/crm/Avisos">{t('settings.log')}</Link>
        </p>
      )}
      {shown && <NoticePreview topic={shown} onClose={() => setShown(null)} />}
      {ending && (
        <ReasonDialog
          title={t('settings.offTitle', { topic: t(`settings.topics.${ending}`) })}
          text={t('settings.offText')}
          action={t('limits:propose')}
          label={t('limits:reason')}
          hint={t('limits:reasonHint')}
          onSend={(reason) => store(ending, false, reason)}
          onClose={() => setEnding(null)}
        />
      )}
      {asking && (
        <ConfirmDialog
          title={t('settings.onTitle', { topic: t(`settings.topics.${asking}`) })}
          text={t('settings.onText')}
          action={t('settings.on')}
          isHarmless
          onConfirm={() => void run(() => store(asking, true))}
          onClose={() => setAsking(null)}
        />
      )}
    </Section>
  )
}
