import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createAgendaFeed, getAgendaFeed, removeAgendaFeed } from '#contract/meetings/feed.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { CopyValueButton } from '#web/ui/copyable-value.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'

type Props = { onDone: (text: string) => void; onClose: () => void }

/** Makes and takes away the private address by which a telephone reads one's own agenda. Mounted while it asks. */
export default function FeedDialog({ onDone, onClose }: Props) {
  const { t } = useTranslation('meetings')
  const format = useFormatters()
  const { busy, failure, run } = useAction()
  const [address, setAddress] = useState<string | null>(null)
  const { data, error, refetch } = useQuery(buildQueryOptions(getAgendaFeed, {}))
  const create = (): void => void run(async () => setAddress((await callEndpoint(createAgendaFeed, {})).address))
  const remove = (): void =>
    void run(async () => {
      await callEndpoint(removeAgendaFeed, {})
      onDone(t('feed.removed'))
      onClose()
    })
  const feed = data?.feed
  return (
    <Dialog title={t('feed.title')} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('feed.text')}</Text>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {feed && address === null && (
          <Text size="sm" c="dimmed">
            {t('feed.since', { at: format.dateTime(feed.createdAt) })}{' '}
            {feed.readAt ? t('feed.read', { at: format.dateTime(feed.readAt) }) : t('feed.never')}
          </Text>
        )}
        {address !== null && (
          <div>
            <TextInput
              label={t('feed.address')}
              value={address}
              readOnly
              onFocus={(event) => event.currentTarget.select()}
              rightSection={<CopyValueButton value={address} />}
            />
            <Text size="sm">{t('feed.once')}</Text>
          </div>
        )}
        <FailureMessage of={failure} />
        <Group justify="flex-end" gap="sm">
          {(feed || address !== null) && (
            <Button variant="default" disabled={busy} onClick={remove}>
              {t('feed.remove')}
            </Button>
          )}
          {data && address === null && (
            <Button data-autofocus disabled={busy} onClick={create}>
              {feed ? t('feed.renew') : t('feed.create')}
            </Button>
          )}
          {address !== null && <Button onClick={onClose}>{t('feed.close')}</Button>}
        </Group>
      </Stack>
    </Dialog>
  )
}
