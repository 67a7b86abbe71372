import { useTranslation } from '#web/core/use-translation.ts'

type UserAgentPattern = readonly [name: string, mark: RegExp]

// The first that fits: most browsers also carry the names of those that they descend from.
const browserPatterns: readonly UserAgentPattern[] = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\b(OPR|OPiOS)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Headless)?(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
]
const operatingSystemPatterns: readonly UserAgentPattern[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Chrome OS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
]

const findFirstMatch = (marks: readonly UserAgentPattern[], agent: string): string | null =>
  marks.find(([, mark]) => mark.test(agent))?.[0] ?? null

/** What a browser calls itself, as people know it: {Chrome, Windows}. Null is what isn't recognised. */
export const parseUserAgent = (agent: string): { browser: string | null; system: string | null } => ({
  browser: findFirstMatch(browserPatterns, agent),
  system: findFirstMatch(operatingSystemPatterns, agent),
})

/** The same in words: 'Chrome en Windows'. */
export const useUserAgentText = (): ((agent: string | null) => string) => {
  const { t } = useTranslation('personal-area')
  return (agent) => {
    const { browser, system } = parseUserAgent(agent ?? '')
    if (!browser) return t('sessions.otherBrowser')
    return t('sessions.browser', { browser, system: system ?? t('sessions.otherSystem') })
  }
}
