import { Button } from '@mantine/core'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorPage } from './error-page.tsx'

/** A page that could not be fetched, or broke while drawing. */
export const UnexpectedErrorPage = ({ isInShell = false }: { isInShell?: boolean }) => {
  const { t } = useTranslation(['errors', 'common'])
  return (
    <ErrorPage title={t('unexpected.title')} text={t('unexpected.text')} isInShell={isInShell}>
      <Button onClick={() => location.reload()}>{t('common:reload')}</Button>
    </ErrorPage>
  )
}
