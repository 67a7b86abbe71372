import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CallError } from '#web/core/call.ts'
import { useErrorMessage } from '#web/core/error-text.ts'
import { ErrorPage } from './error-page.tsx'

/** Nothing can be shown, because the server could not be asked who this is. */
export const ServerUnavailablePage = ({ error, inside = false }: { error: CallError; inside?: boolean }) => {
  const { t } = useTranslation(['errors', 'common'])
  const textOf = useErrorMessage()
  return (
    <ErrorPage title={t('failed.title')} text={textOf(error)} inside={inside}>
      <Button onClick={() => location.reload()}>{t('common:retry')}</Button>
    </ErrorPage>
  )
}
