import { useTranslation } from 'react-i18next'

type Mark = readonly [name: string, mark: RegExp]

// The first that fits: most browsers also carry the names of those that they descend from.
const browsers: readonly Mark[] = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\b(OPR|OPiOS)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Headless)?(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
]
const systems: readonly Mark[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Chrome OS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
]

const firstOf = (marks: readonly Mark[], agent: string): string | null =>
  marks.find(([, mark]) => mark.test(agent))?.[0] ?? null

/** What a browser calls itself, as people know it: {Chrome, Windows}. Null is what isn't recognised. */
export const readAgent = (agent: string): { browser: string | null; system: string | null } => ({
  browser: firstOf(browsers, agent),
  system: firstOf(systems, agent),
})

/** The same in words: 'Chrome en Windows'. */
export const useAgentText = (): ((agent: string | null) => string) => {
  const { t } = useTranslation('personal-area')
  return (agent) => {
    const { browser, system } = readAgent(agent ?? '')
    if (!browser) return t('sessions.otherBrowser')
    return t('sessions.browser', { browser, system: system ?? t('sessions.otherSystem') })
  }
}
