import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CallError } from '#web/core/call.ts'
import { useErrorMessage } from '#web/core/error-text.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorPage } from './error-page.tsx'

type Props = {
  error: CallError
  /** Whether the server answers: without one, the browser's own page would take the place of this. */
  isReachable: () => Promise<boolean>
  isInShell?: boolean
}

/** Nothing can be shown, because the server could not be asked who this is, or for the page itself. */
export const ServerUnavailablePage = ({ error, isReachable, isInShell = false }: Props) => {
  const { t } = useTranslation(['errors', 'common'])
  const textOf = useErrorMessage()
  const [busy, setBusy] = useState(false)
  const retry = async (): Promise<void> => {
    setBusy(true)
    if (await isReachable()) location.reload()
    else setBusy(false)
  }
  return (
    <ErrorPage title={t('failed.title')} text={textOf(error)} isInShell={isInShell}>
      <Button loading={busy} onClick={() => void retry()}>
        {t('common:retry')}
      </Button>
    </ErrorPage>
  )
}
