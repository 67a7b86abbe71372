import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getConsentSettings } from '#contract/consents.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { addDays } from '#web/ui/list/parse-date.ts'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { Section } from '#web/ui/section.tsx'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import { ConsentTextDialog } from './consent-text-dialog.tsx'
import { type ConsentPurposeSettings, ConsentTextForm } from './consent-text-form.tsx'
import classes from './settings.module.css'
import { WaitingSettingChanges } from './waiting-changes.tsx'

const consentSettingsQuery = buildQueryOptions(getConsentSettings, {})

type PurposeSectionProps = {
  settings: ConsentPurposeSettings
  mayEdit: boolean
  onEdit: () => void
  onView: (which: 'current' | 'waiting') => void
}

/** The text in force of one purpose, how many have signed it, and what becomes of older signatures. */
const ConsentPurposeSection = ({ settings, mayEdit, onEdit, onView }: PurposeSectionProps) => {
  const { t } = useTranslation('consents')
  const format = useFormatters()
  const { purpose, versions, waiting, texts } = settings
  const name = t(`purposes.${purpose}`)
  return (
    <Section title={name}>
      {versions.length === 0 && <p className={classes.lead}>{t('settings.none')}</p>}
      {versions.map(({ id, version, publishedAt, reconsentFrom, signed }) => (
        <p key={id} className={classes.lead}>
          {[
            t('settings.current', { version, date: format.dateTime(publishedAt) }),
            t('settings.signed', { count: signed, total: format.number(signed) }),
            version === 1
              ? null
              : reconsentFrom
                ? t('settings.reconsent', { date: format.date(addDays(reconsentFrom, -1) ?? reconsentFrom) })
                : t('settings.kept'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      ))}
      {waiting && <p className={classes.lead}>{t('settings.waiting')}</p>}
      <div className={layoutClasses.buttons}>
        {texts && (
          <Button
            variant="default"
            size="xs"
            aria-label={t('settings.viewNamed', { purpose: name })}
            onClick={() => onView('current')}
          >
            {t('settings.view')}
          </Button>
        )}
        {waiting && (
          <Button variant="default" size="xs" onClick={() => onView('waiting')}>
            {t('settings.viewWaiting')}
          </Button>
        )}
        {mayEdit && !waiting && (
          <Button variant="default" size="xs" aria-label={t('settings.editNamed', { purpose: name })} onClick={onEdit}>
            {t('settings.edit')}
          </Button>
        )}
      </div>
    </Section>
  )
}

/** What clients sign, by purpose: the text in force, and the proposal of another one. */
export const ConsentTextsTab = () => {
  const { t } = useTranslation(['consents', 'list'])
  const mayEdit = usePermission('bt_Ajustes', 'edit')
  const { data, error, refetch } = useQuery(consentSettingsQuery)
  const messages = useResultMessage()
  const [edited, setEdited] = useState<ConsentPurposeSettings | null>(null)
  const [viewed, setViewed] = useState<{ settings: ConsentPurposeSettings; which: 'current' | 'waiting' } | null>(null)
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={layoutClasses.skeleton} role="status" aria-label={t('list:loading')} />
  const shown = viewed && (viewed.which === 'current' ? viewed.settings.texts : viewed.settings.waiting?.texts)
  return (
    <>
      <p className={classes.lead}>{t('settings.lead')}</p>
      <ResultMessage messages={messages} />
      <WaitingSettingChanges changes={data.waiting} />
      {data.purposes.map((settings) => (
        <ConsentPurposeSection
          key={settings.purpose}
          settings={settings}
          mayEdit={mayEdit}
          onEdit={() => setEdited(settings)}
          onView={(which) => setViewed({ settings, which })}
        />
      ))}
      {edited && (
        <ConsentTextForm settings={edited} onDone={(text) => messages.show({ text })} onClose={() => setEdited(null)} />
      )}
      {viewed && shown && (
        <ConsentTextDialog purpose={viewed.settings.purpose} texts={shown} onClose={() => setViewed(null)} />
      )}
    </>
  )
}
