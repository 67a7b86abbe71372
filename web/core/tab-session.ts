/** The contract's header and its text, without the contract's schemas: a test compares them. */
export const tabHeaderName = 'x-atalaya-tab'
export const buildTabHeader = (session: { sessionId: string; prefix: string; actingCvl: string | null }): string =>
  `${session.sessionId} ${session.prefix} ${session.actingCvl ?? '-'}`

let currentTabSession: string | null = null

/** What this tab takes its session for; null until the server has said. Tabs share the token, but not what they show. */
export const getTabSession = (): string | null => currentTabSession

/** As whom this tab calls from now on; null calls without a session. */
export const setTabSession = (session: Parameters<typeof buildTabHeader>[0] | null): void => {
  currentTabSession = session && buildTabHeader(session)
}

let isLeavingPage = false
/** True once the page is about to be replaced by ourselves: nobody is asked whether to stay. */
export const isPageLeaving = (): boolean => isLeavingPage

/** Loads this page again, with nothing kept in memory. */
export const reloadPage = (): void => {
  isLeavingPage = true
  location.reload()
}

/** Loads our start page, with nothing kept in memory. */
export const reloadAtHome = (): void => {
  isLeavingPage = true
  location.assign('/')
}
