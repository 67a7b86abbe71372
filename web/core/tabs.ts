/** The contract's header and its text, without the contract's schemas: a test compares them. */
export const tabHeader = 'x-atalaya-tab'
export const tabHeaderOf = (session: { sessionId: string; prefix: string; actingCvl: string | null }): string =>
  `${session.sessionId} ${session.prefix} ${session.actingCvl ?? '-'}`

let belief: string | null = null

/** What this tab takes its session for; null until the server has said. Tabs share the token, but not what they show. */
export const tabBelief = (): string | null => belief

export const believe = (session: Parameters<typeof tabHeaderOf>[0] | null): void => {
  belief = session && tabHeaderOf(session)
}

let going = false
/** True once the page is about to be replaced by ourselves: nobody is asked whether to stay. */
export const isGoing = (): boolean => going

/** Loads this page again, with nothing kept in memory. */
export const startAgain = (): void => {
  going = true
  location.reload()
}

/** Loads our start page, with nothing kept in memory. */
export const startAtHome = (): void => {
  going = true
  location.assign('/')
}
