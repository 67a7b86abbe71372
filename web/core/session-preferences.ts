import type { Session } from '#contract/auth.ts'
import type { Idioma } from '#contract/core/values.ts'
import type { DashboardBlock } from '#contract/figures/dashboard-blocks.ts'
import type { setPreferences } from '#contract/personal-area/preferences.ts'
import { callEndpoint } from './call.ts'
import { logDebug } from './note.ts'
import { sessionEndpoints, useSession } from './session.ts'

type PreferenceChanges = NonNullable<Parameters<typeof callEndpoint<typeof setPreferences>>[1]['body']>

/** The last that is on its way. */
let pendingSave: Promise<void> | null = null

/**
 * A choice holds at once, and on the server for the next sign-in; failing that, until the page is left. Sent one after the other: of two quick choices
 * the first could reach the server last, and be the one that is kept.
 */
const savePreferences = (choices: PreferenceChanges): void => {
  const { session } = useSession.getState()
  if (!session) return
  useSession.setState({
    session: { ...session, preferences: { ...session.preferences, ...choices } as Session['preferences'] },
  })
  const send = async (): Promise<void> => {
    if (useSession.getState().session?.username !== session.username) return
    try {
      await callEndpoint(sessionEndpoints.setPreferences, { body: choices })
    } catch (error) {
      logDebug('not kept', error)
    }
  }
  const save = pendingSave ? pendingSave.then(send) : send()
  pendingSave = save
  void save.then(() => {
    if (pendingSave === save) pendingSave = null
  })
}

/** Chooses the language; signed in, it is the person's own until they change prefix. */
export const setLanguage = (language: Idioma): void => {
  useSession.setState({ currentLanguage: language })
  savePreferences({ language })
}

/** Chooses where one begins after signing in. */
export const setStartPage = (startPage: NonNullable<PreferenceChanges['startPage']>): void =>
  savePreferences({ startPage })

/** Chooses whether the list of the day comes by e-mail. */
export const setDayMail = (dayMail: boolean): void => savePreferences({ dayMail })

/** Chooses what stands on the dashboard; null is what is usual for the role. */
export const setDashboard = (dashboard: DashboardBlock[] | null): void => savePreferences({ dashboard })

/** Chooses the pages that stand at the top of the menu. */
export const setFavourites = (favourites: string[]): void => savePreferences({ favourites })

/** Chooses the currency that amounts are shown in: EUR, or one with a rate today. */
export const setCurrency = (code: string): void => {
  const { session } = useSession.getState()
  const known = code === 'EUR' || session?.currencies.some((currency) => currency.code === code)
  if (!known) return
  useSession.setState({ activeCurrency: code })
  savePreferences({ activeCurrency: code })
}
