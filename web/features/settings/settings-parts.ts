/** The parts of the settings in the order of their menu. What locks people out stands last. */
export const settingsGroups = {
  access: ['checks', 'secondFactor', 'google', 'panel'],
  money: ['payments', 'currencies', 'withholding', 'attribution', 'profitability', 'accounting'],
  data: ['reference', 'consents', 'retention'],
  messages: ['notices', 'presentations', 'mail'],
  danger: ['maintenance'],
} as const
export type SettingsGroup = keyof typeof settingsGroups
export type SettingsPart = (typeof settingsGroups)[SettingsGroup][number]

export const settingsGroupKeys = Object.keys(settingsGroups) as SettingsGroup[]
export const settingsParts: readonly SettingsPart[] = settingsGroupKeys.flatMap((group) => settingsGroups[group])

/** Where a part stands, or a section of it. */
export const buildSettingsHref = (part: SettingsPart, section?: string): string =>
  `/crm/Ajustes?part=${part}${section ? `&section=${section}` : ''}`

/** A section that the search finds: its title, and all words that find it. */
export type SettingsEntry = { part: SettingsPart; section?: string; title: string; words: string }

const normalizeText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** The sections in which every typed word occurs; those whose title has them come first. */
export const findSettings = (entries: readonly SettingsEntry[], typed: string): SettingsEntry[] => {
  const words = normalizeText(typed).split(/\s+/).filter(Boolean)
  const hasAll = (text: string): boolean => words.every((word) => normalizeText(text).includes(word))
  const byTitle = entries.filter(({ title }) => hasAll(title))
  return [...byTitle, ...entries.filter((entry) => !byTitle.includes(entry) && hasAll(`${entry.title} ${entry.words}`))]
}
