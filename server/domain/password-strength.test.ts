import { expect, test } from 'vitest'
import { findPasswordWeakness } from './password-strength.ts'

const passwordOwner = {
  email: 'inversiones@banco-luna.example',
  username: 'inversiones',
  fullName: 'Begoña Zubizarreta Ruiz',
  prefix: 'dino',
}

test.each([
  ...[
    '1234567890',
    'aaaaaaaaaa',
    'password12',
    'qwertyuiop',
    'Contraseña1',
    'realmadrid10',
    'P@ssw0rd2026',
    'Sevilla2026!',
    'Lisboa.2026!',
    'Dezembro-2026',
    'Guadalajara.26',
    'benfica1904!!',
    'Inverno#2026',
    'Cruzazul.2026',
  ],
  ...['abcdefghijkl', '1'.repeat(500), 'josegarcia1980'],
])('calls the password %j too common', async (password) => {
  expect(await findPasswordWeakness(password, passwordOwner)).toBe('tooCommon')
})

test.each([
  ...['inversiones', 'Inversiones-2026', 'inversiones@banco-luna.example', 'begona.zubizarreta', 'Zubizarreta1987!'],
  ...['atalaya2026', 'atalaya-demo-2026', '4t4l4y4-2026', 'BancoLuna2026', 'atalaya inversiones'],
])("calls the password %j made of the user's own words", async (password) => {
  expect(await findPasswordWeakness(password, passwordOwner)).toBe('ownWords')
})

test.each([
  ...[
    'a long test password',
    'una clave bien larga',
    'x7#kLp0vQz',
    '         !?  x7#kLp0vQz',
    '🦉🌧️ búho bajo la lluvia',
  ],
  ...['mi perro ladra a zubizarreta los martes', 'Ω≈ç√∫˜µ≤≥÷ ünïcödé'],
])('accepts the password %j', async (password) => {
  expect(await findPasswordWeakness(password, passwordOwner)).toBeNull()
})

test('checks the longest passwords within 1.5 seconds', async () => {
  await findPasswordWeakness('read the lists first', passwordOwner)
  const begin = process.cpuUsage()
  for (const part of ['a1@$o0', '19', '4@8({[</369&#!1/|0$5+7%2'])
    await findPasswordWeakness(part.repeat(500).slice(0, 1000), passwordOwner)
  expect(process.cpuUsage(begin).user / 1000).toBeLessThan(1_500)
})
