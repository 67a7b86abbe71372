import { expect, test } from 'vitest'
import { findSettings, type SettingsEntry, settingsGroupKeys, settingsParts } from './settings-parts.ts'

const entries: SettingsEntry[] = [
  { part: 'checks', title: 'Cambios que revisa otra persona', words: 'límites' },
  { part: 'payments', section: 'limits-bonus', title: 'Límites de interés extra', words: 'Pagos' },
]

test('settings are found without accents, by title first', () => {
  expect(findSettings(entries, 'limites').map(({ part }) => part)).toEqual(['payments', 'checks'])
})

test('settings are found where all typed words occur', () => {
  expect(findSettings(entries, 'extra pagos')).toEqual([entries[1]])
  expect(findSettings(entries, 'extra correo')).toEqual([])
})

test('the part that locks people out is the last one', () => {
  expect(settingsGroupKeys.at(-1)).toBe('danger')
  expect(settingsParts.at(-1)).toBe('maintenance')
})
