import type { GoogleEvent } from '#contract/google-calendar.ts'
import type { Translate } from '#web/core/use-translation.ts'

/** What an event of Google is called: by its title where one may see it. */
export const formatGoogleTitle = (t: Translate<'meetings'>, { title }: GoogleEvent): string => {
  if (title === null) return t('google.busy')
  return `${title || t('google.untitled')} · ${t('google.label')}`
}
