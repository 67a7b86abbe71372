import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { searchClients } from '#contract/clients.ts'
import { type NoticeTopic, previewNotice } from '#contract/notices.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { useDebounced } from '#web/ui/use-debounced.ts'
import classes from './settings.module.css'

const ClientPicker = ({ clientId, onChoose }: { clientId: string | null; onChoose: (id: string | null) => void }) => {
  const { t } = useTranslation(['notices', 'common'])
  const [typed, setTyped] = useState('')
  const debouncedSearch = useDebounced(typed.trim())
  const { data } = useQuery({
    ...buildQueryOptions(searchClients, { query: { q: debouncedSearch } }),
    enabled: debouncedSearch.length > 1,
    placeholderData: keepPreviousData,
  })
  return (
    <Select
      data-autofocus
      label={t('settings.client')}
      placeholder={t('settings.clientHint')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common:close') }}
      searchValue={typed}
      onSearchChange={setTyped}
      value={clientId}
      onChange={onChoose}
      data={(data?.clients ?? []).map(({ id, fullName, cvl }) => ({ value: id, label: `${fullName} · ${cvl}` }))}
      filter={({ options }) => options}
      nothingFoundMessage={debouncedSearch.length > 1 ? t('common:noData') : undefined}
    />
  )
}

/** What a real client would read; nothing is sent. */
export const NoticePreview = ({ topic, onClose }: { topic: NoticeTopic; onClose: () => void }) => {
  const { t } = useTranslation('notices')
  const maySearch = usePermission('bt_Clientes', 'view')
  const [clientId, setClientId] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    ...buildQueryOptions(previewNotice, { params: { topic }, query: clientId ? { client: clientId } : {} }),
    placeholderData: keepPreviousData,
  })
  const preview = data?.preview
  return (
    <Dialog size="lg" title={t('settings.previewTitle')} description={t('settings.previewLead')} onClose={onClose}>
      <div className={layoutClasses.rows}>
        {maySearch && <ClientPicker clientId={clientId} onChoose={setClientId} />}
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data && !preview && <p role="status">{t('settings.none')}</p>}
        {preview && (
          <>
            <dl className={classes.letterHead}>
              <dt>{t('settings.to')}</dt>
              <dd>
                {preview.clientName} · {preview.clientCvl}
                <br />
                {preview.skipped
                  ? t('settings.nobody', { reason: t(`reasons.${preview.skipped}`) })
                  : preview.recipient}
              </dd>
              <dt>{t('settings.subject')}</dt>
              <dd>{preview.subject}</dd>
            </dl>
            <p className={classes.letter}>{preview.text}</p>
          </>
        )}
      </div>
    </Dialog>
  )
}
