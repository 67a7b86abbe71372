import type errors from '#locales/es/errors.ts'
import type refusals from '#locales/es/refusals.ts'
import { CallError } from './call.ts'
import { loadNamespaces } from './i18n.ts'
import { useTranslation } from './use-translation.ts'

type ErrorCode = keyof typeof errors.codes
/** Of what is done behind sign-in: these words come behind the first page. */
type RefusalCode = keyof typeof refusals.codes
type HttpErrorStatus = keyof typeof errors.status

/** Fetches the words of refusals, for which no page waits. Where they can't be had, the next refusal that needs them asks again. */
export const fetchRefusalTexts = (): void => {
  void loadNamespaces(['refusals']).catch(() => {})
}

/** What a person reads of a failure: the text of its code, else of its status, else what the server said. */
export const useErrorMessage = (): ((error: unknown) => string) => {
  const { t, i18n } = useTranslation(['errors', 'common'])
  return (error) => {
    if (!(error instanceof CallError)) return t('common:genericError')
    if (error.status === 0) return t('errors:failed.network')
    if (i18n.exists(`errors:codes.${error.code}`)) return t(`errors:codes.${error.code as ErrorCode}`)
    if (i18n.exists(`refusals:codes.${error.code}`)) {
      const { megabytes = '', accounts } = error.fields
      const text = i18n.getFixedT(null, 'refusals')(`codes.${error.code as RefusalCode}`, { megabytes })
      return accounts ? `${text} (${accounts})` : text
    }
    if (!i18n.hasLoadedNamespace('refusals')) fetchRefusalTexts()
    if (i18n.exists(`errors:status.${error.status}`))
      return t(`errors:status.${String(error.status) as HttpErrorStatus}`)
    return error.message || t('common:genericError')
  }
}
